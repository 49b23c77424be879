/** What the generator is held to, in processor time unless it is memory. */
export const targets = {
  /** One resource, to the start of an empty generator. */
  smallest: 3,
  /** Nothing changed, to the start of an empty generator. */
  unchanged: 2,
  /** A new service, to prettier alone on its rendered files. */
  toFormatting: 1.5,
  /** A thousand resources, to a hundred. */
  thousand: 11,
  /** MiB of resident memory. */
  memory: 400,
} as const;
