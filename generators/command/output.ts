export const showCursor = '\u{1b}[?25h';

export function done(text: string): number {
  print(text);
  return 0;
}

export function print(text: string): void {
  process.stdout.write(text);
}

export function printError(text: string): void {
  process.stderr.write(text);
}

/** The reader of the output may stop reading (`| head`); the work goes on. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
