import type { Ask } from './ask.ts';
import { broken } from './broken.ts';
import { wrap } from './printable.ts';

/** A terminal narrower than this breaks lines itself. */
const fewestColumns = 20;

/** What a questionnaire needs of a terminal. */
interface Terminal {
  readonly prompt: Ask['prompt'];
  readonly print: (text: string) => void;
  /** Undefined: the terminal does not say. */
  readonly columns: () => number | undefined;
}

/** A terminal to ask on. Two columns at the right stay empty. */
export function askOn({ prompt, print, columns }: Terminal): Ask {
  const width = (): number => Math.max(fewestColumns, columns() ?? 80);
  return {
    prompt: (questions) => prompt(questions.map((question) => broken(question, width()))),
    signs: ['?'],
    say(text) {
      for (const line of text.split('\n')) {
        for (const part of wrap(line, width() - 2)) print(`${part}\n`);
      }
    },
    get columns() {
      return width();
    },
  };
}
