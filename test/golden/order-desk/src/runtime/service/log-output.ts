import { destination } from 'pino';

/** Bytes of lines that wait; what comes then is left out. */
const mostWaiting = 4 * 1024 * 1024;

/** Where log lines go. */
export interface LogOutput {
  readonly stream: ReturnType<typeof destination>;
  /** Resolves when what waits is written, or cannot be. */
  flush(): Promise<void>;
}

/**
 * Standard output, written in blocks: one system call for each request would cost a third of the throughput. A reader that went away,
 * or a full disk behind it, costs lines and not the service.
 */
export function openLog(): LogOutput {
  const stream = destination({ sync: false, minLength: 4096, maxLength: mostWaiting });
  const giveUp = () => {
    // It would try again for ever, and nothing else could run.
    stream.flushSync = () => {};
  };
  stream.on('error', giveUp);
  // What is written to it otherwise fails by itself.
  process.stdout.on('error', giveUp);
  setInterval(() => {
    stream.flush();
  }, 1000).unref();

  return {
    stream,
    flush: () =>
      new Promise((resolve) => {
        stream.once('error', () => {
          resolve();
        });
        stream.flush(() => {
          resolve();
        });
      }),
  };
}
