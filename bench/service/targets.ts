/** What the generated service is held to. Ratios are its requests per second to those of the raw server. */
export const targets = {
  getOne: 0.55,
  listWithTotal: 1,
  create: 0.65,
  /** With the request log on, to the same without it. */
  logged: 0.85,
  /** A page far behind the first one, to the first one. */
  deepPage: 0.9,
  /** Of a version two steps back, to the newest one. */
  olderVersion: 0.95,
  /** Milliseconds from the start of the process until it listens, on one core. */
  start: 400,
  /** The same on any machine: Fastify alone took 355 ms where 400 were asked. */
  startToFastify: 400 / 355,
  /** MiB of resident memory. */
  idle: 110,
  underLoad: 175,
} as const;
