/** Shows that something goes on which may take longer than a moment. */
export interface Progress {
  /** `done` of `all`, where that is known. */
  update(done: number, all: number): void;
  stop(): void;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** On a terminal one line that changes and goes away; elsewhere one line, if it takes longer than a second. */
export function startProgress(text: string, stream: Stream = process.stderr): Progress {
  return stream.isTTY === true ? animated(text, stream) : plain(text, stream);
}

export const noProgress: Progress = { update: () => undefined, stop: () => undefined };

function plain(text: string, stream: Stream): Progress {
  const timer = setTimeout(() => stream.write(`${text} …\n`), 1000);
  return { update: () => undefined, stop: () => clearTimeout(timer) };
}

function animated(text: string, stream: Stream): Progress {
  let count = '';
  let frame = 0;
  let drawn = 0;
  const draw = (): void => {
    const now = Date.now();
    if (now - drawn < 60) return;
    drawn = now;
    frame = (frame + 1) % frames.length;
    stream.write(`\r\u{1b}[K${frames[frame]} ${text}${count}`);
  };
  draw();
  const timer = setInterval(draw, 80);
  return {
    update(done, all) {
      count = ` ${done}/${all}`;
      draw();
    },
    stop() {
      clearInterval(timer);
      stream.write('\r\u{1b}[K');
    },
  };
}
