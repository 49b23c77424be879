/** Ctrl-C outside of a question, where the terminal turns it into a signal. */
export interface Interruptions {
  /** Whether one came while something was under way that ends on its own terms. */
  readonly came: boolean;
  /** While this runs, an interruption does not end the process: it is noted, and the work asks for it. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** As the process that watches for them has them. */
export interface WatchedInterruptions extends Interruptions {
  /**
   * The work is done and its last words are said: an interruption now comes too late to take anything back, and ends the process with
   * the status of the work.
   */
  tooLate(status: number): void;
  stop(): void;
}

/** `end` ends the process; it is called at once unless something is under way. */
export function watchInterruptions(end: () => void): WatchedInterruptions {
  let came = false;
  let busy = 0;
  let ended: number | undefined;
  const onSignal = (): void => {
    if (ended !== undefined) process.exit(ended);
    came = true;
    if (busy === 0) end();
  };
  process.on('SIGINT', onSignal);
  return {
    get came() {
      return came;
    },
    async during(work) {
      busy += 1;
      try {
        return await work();
      } finally {
        busy -= 1;
      }
    },
    tooLate(status) {
      ended = status;
    },
    stop() {
      process.off('SIGINT', onSignal);
    },
  };
}
