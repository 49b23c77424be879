import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { launching } from './command.ts';

const isMissing = spawnSync('tmux', ['-V']).status !== 0;
if (isMissing && process.env['REQUIRE_SERVERS'] === '1') throw new Error('tmux is not installed');

/** Why tests on a terminal cannot run here; false: they can. */
export const skip: string | false = isMissing ? 'tmux is not installed' : false;

export interface Terminal extends AsyncDisposable {
  /** Everything that was shown, lines that wrapped in one piece. */
  history(): string;
  /** The lines that are on the screen, with the colours as escape sequences. */
  screen(): string;
  /** All lines that were on the screen when a question was there to be answered, those of lists among them. */
  asked(): readonly string[];
  /** Waits until the text was shown, however its lines are broken. */
  until(text: string): Promise<void>;
  /** Types text and presses Enter, once the question is there. */
  answer(question: string, text: string): Promise<void>;
  /** Presses keys by tmux's names, such as Enter, Down and C-c, once the question is there. */
  press(question: string, ...keys: readonly string[]): Promise<void>;
  /** Presses a key at once. */
  send(key: string): void;
  /** The exit status, once there is one. */
  ended(): Promise<number>;
  isCursorShown(): boolean;
}

let count = 0;

/** Starts the command on a terminal of its own. */
export function openTerminal(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  columns = 80,
  rows = 40,
): Terminal {
  const socket = `resource-service-${process.pid}-${(count += 1)}`;
  const tmux = (...rest: readonly string[]): string =>
    spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...rest], {
      encoding: 'utf8',
      // A new session takes PATH from the client that makes it, and not from `-e`.
      env: { ...process.env, ...environment },
    }).stdout;
  const line = [process.execPath, ...launching, ...args].map(quoted).join(' ');
  const variables = Object.entries(environment).flatMap(([key, value]) => [
    '-e',
    `${key}=${value}`,
  ]);
  const size = ['-x', String(columns), '-y', String(rows)];
  const shell = `${line}; echo "EXIT=$?"; sleep 600`;
  tmux('new-session', '-d', ...size, '-c', cwd, ...variables, shell);

  const history = (): string => tmux('capture-pane', '-p', '-J', '-S', '-');
  const until = async (text: string): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (unbroken(history()).includes(unbroken(text))) return;
      await sleep(50);
    }
    throw new Error(`never shown: ${text}\n${history()}`);
  };
  const asked = new Set<string>();
  const question = async (message: string): Promise<void> => {
    await until(`? ${message}`);
    for (const line of tmux('capture-pane', '-p', '-J').split('\n')) asked.add(line.trimEnd());
  };
  return {
    history,
    screen: () => tmux('capture-pane', '-p', '-e'),
    asked: () => [...asked],
    until,
    async answer(message, text) {
      await question(message);
      tmux('send-keys', '-l', text);
      if (text !== '') await until(text);
      tmux('send-keys', 'Enter');
    },
    async press(message, ...keys) {
      await question(message);
      for (const key of keys) {
        tmux('send-keys', key);
        await sleep(60);
      }
    },
    send: (key) => void tmux('send-keys', key),
    async ended() {
      await until('EXIT=');
      return Number(/EXIT=(\d+)/.exec(history())?.[1]);
    },
    isCursorShown: () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1',
    [Symbol.asyncDispose]() {
      tmux('kill-server');
      return Promise.resolve();
    },
  };
}

/** Without what a narrow terminal puts in other places. */
function unbroken(text: string): string {
  return text.replace(/\s+/g, '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
