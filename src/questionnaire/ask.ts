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
  /** Puts the words of the service into explanations and examples; absent: they stay as they are. */
  readonly words?: Words | undefined;
}

/** How texts that speak of orders are said in a service of something else. */
export interface Words {
  /** Of an explanation: the paths and keys in it. */
  readonly text: (text: string) => string;
  readonly example: (text: string) => string;
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
  /** An answer that was given before something else was chosen, as it is written now; undefined: it no longer fits. */
  readonly adapt?: (earlier: string) => string | undefined;
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
  /** How inquirer shows what was chosen. */
  readonly theme?: {
    readonly style: {
      readonly renderSelectedChoices: (chosen: readonly { readonly short: string }[]) => string;
    };
  };
}
