/** A place where both sides changed the same thing. Each text is a part of its side, as it stands there. */
export interface Conflict {
  readonly mine: string;
  readonly base: string;
  readonly next: string;
}

/** A piece of a merged file: text that is settled, or a conflict. */
export type Part = string | Conflict;

/** The texts of one file: as it was generated last, as a person left it, and as it is generated now. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly next: string;
}

/** A part of a file that has a name of its own: a declaration, a member, an entry. */
export interface Unit {
  /** The same in all versions of a file. Begins with `=` where the part has no name, and its text stands for one. */
  readonly key: string;
  /** As it was typed, with the comments and the white space before it. */
  readonly text: string;
  /** The same after formatting; compared instead of `text`. */
  readonly formatted: string;
  /** What stands between the comma and the end of the line; only in lists with commas. */
  readonly rest: string;
  /** The parts of this part; undefined: it has none. */
  readonly inner: () => Split | undefined;
}

/** A text taken apart: `head`, the units and `tail` in this order are the text again. */
export interface Split {
  /** Only texts of one kind are merged unit by unit. */
  readonly kind: string;
  readonly head: string;
  readonly formattedHead: string;
  readonly units: readonly Unit[];
  readonly tail: string;
  readonly formattedTail: string;
  /** Commas stand between the units, and whether one stands after the last. Undefined: nothing stands between them. */
  readonly commas?: 'between' | 'after-each';
}
