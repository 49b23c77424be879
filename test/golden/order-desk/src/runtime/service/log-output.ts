import { destination, type DestinationStream } from 'pino';

/** Bytes of lines that wait; what comes then is left out. */
const mostWaiting = 4 * 1024 * 1024;
/** Bytes that are worth a system call. */
const block = 12 * 1024;
/** Characters of lines that are handed on together: the stream counts all that it has again whenever it gets something. */
const portion = 4 * 1024;

/** Where log lines go. */
export interface LogOutput {
  readonly stream: DestinationStream;
  /** Resolves when what waits is written, or cannot be. */
  flush(): Promise<void>;
}

/**
 * Standard output, written in blocks: one system call for each request would cost a third of the throughput. A reader that went away,
 * or a full disk behind it, costs lines and not the service.
 */
export function openLog(): LogOutput {
  let lines: string[] = [];
  let length = 0;
  const handOn = () => {
    if (length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    stream.write(text);
  };
  // Before the stream's own: a process that ends writes what the stream has.
  process.on('exit', handOn);
  const stream = destination({ sync: false, minLength: block, maxLength: mostWaiting });
  const giveUp = () => {
    // It would try again for ever, and nothing else could run.
    stream.flushSync = () => {};
  };
  stream.on('error', giveUp);
  // What is written to it otherwise fails by itself.
  process.stdout.on('error', giveUp);
  setInterval(() => {
    handOn();
    stream.flush();
  }, 1000).unref();

  return {
    stream: {
      write(line) {
        lines.push(line);
        length += line.length;
        if (length >= portion) handOn();
      },
    },
    flush: () =>
      new Promise((resolve) => {
        handOn();
        stream.once('error', () => {
          resolve();
        });
        stream.flush(() => {
          resolve();
        });
      }),
  };
}
