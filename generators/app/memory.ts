import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage before it takes more memory: a generation of 1,000 resources then peaks at 60 % of the memory, for a tenth more
 * processor time. Only for a process of our own: these settings hold for all that runs in it.
 */
export function collectEarly(): void {
  // The young generation stays at its first size. It would grow to 48 MiB, and what a generation makes is mostly kept to its end.
  setFlagsFromString('--semi-space-growth-factor=1');
  // The old generation is collected when it has grown by this much in percent, and not only when it has doubled or more.
  setFlagsFromString('--heap-growing-percent=30');
}
