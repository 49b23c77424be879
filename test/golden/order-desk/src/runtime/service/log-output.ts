import type { DestinationStream } from 'pino';

/** Bytes of lines that wait for their reader; what comes then is left out. */
const mostWaiting = 4 * 1024 * 1024;
/** Characters of lines that are worth a system call. */
const block = 12 * 1024;
/** Milliseconds that a service which ends gives to its reader. */
const patience = 1000;

/** Where log lines go. */
export interface LogOutput {
  readonly stream: DestinationStream;
  /** Resolves when what waits is written, cannot be, or is read too slowly. */
  flush(): Promise<void>;
}

/**
 * Standard output, written in blocks: one system call for each request would cost a third of the throughput. A reader that is slow
 * or went away, or a full disk behind it, costs lines and not the service.
 *
 * A block goes out in the same turn, as far as the pipe has room. A write by another thread would not have begun when a process ends
 * that is busy, and its lines would be lost.
 */
export function openLog(): LogOutput {
  const { stdout } = process;
  let lines: string[] = [];
  let length = 0;
  const handOn = () => {
    if (length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    if (stdout.writableLength < mostWaiting) stdout.write(text);
  };
  stdout.on('error', () => {
    // The lines are lost; the next ones are tried again.
  });
  process.on('exit', handOn);
  setInterval(handOn, 1000).unref();

  return {
    stream: {
      write(line) {
        lines.push(line);
        length += line.length;
        if (length >= block) handOn();
      },
    },
    flush: () =>
      new Promise((resolve) => {
        handOn();
        const slow = setTimeout(resolve, patience);
        stdout.write('', () => {
          clearTimeout(slow);
          resolve();
        });
      }),
  };
}
