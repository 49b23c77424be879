/**
 * How the questionnaire talks to a person: Yeoman's `this.prompt` in the generator, a script in tests. The questions are
 * plain inquirer questions of the three kinds that are used.
 */
export interface Ask {
  /** Asks in order; the answers carry the names of the questions. Rejects when the person leaves (Ctrl-C). */
  prompt(questions: readonly Question[]): Promise<Readonly<Record<string, unknown>>>;
  /** Shows text that is safe to print, its lines broken to fit the terminal. */
  say(text: string): void;
  /** Characters on a line of the terminal, which may change between two questions. */
  readonly columns: number;
  /** What the next question takes besides an answer. */
  readonly signs: readonly Sign[];
  /** Whether a key of the specification has a value that no answer changes; absent: none has. */
  readonly isLocked?: (key: string) => boolean;
}

/** What a person can ask for at a question: an explanation, the question before, the rest of the chapter by default. */
export type Sign = '?' | '<' | '>';

export type Question = InputQuestion | SelectQuestion | CheckboxQuestion;

interface Common {
  readonly name: string;
  readonly message: string;
}

export interface InputQuestion extends Common {
  readonly type: 'input';
  /** Taken where nothing is typed; Tab brings it into the line for editing, Backspace removes it. */
  readonly default?: string;
  /** True, or what is wrong. */
  readonly validate: (text: string) => true | string;
  readonly filter: (text: string) => string;
  /** How the typed text is shown. */
  readonly transformer: (text: string, flags: { readonly isFinal: boolean }) => string;
}

export interface Choice {
  readonly value: string;
  readonly name: string;
  /** Shown below the list while the cursor is on it. */
  readonly description?: string;
  /** What is shown of it once it was chosen. */
  readonly short?: string;
  readonly checked?: boolean;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

export interface SelectQuestion extends Common {
  readonly type: 'select';
  readonly choices: readonly Choice[];
  readonly default?: string;
  readonly pageSize: number;
  readonly loop: false;
}

export interface CheckboxQuestion extends Common {
  readonly type: 'checkbox';
  readonly choices: readonly Choice[];
  readonly pageSize: number;
  /** From the first choice, Up leads to the last. */
  readonly loop: true;
  /** Gets the choices that are checked. */
  readonly validate: (chosen: readonly { readonly value: unknown }[]) => true | string;
}
