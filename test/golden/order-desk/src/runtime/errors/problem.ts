import type { Wording } from '../endpoints/languages/texts.ts';

/** A text in the language that is asked for, or in the first one where it is missing. */
export type Localized = string | Readonly<Record<string, string>>;

/** One kind of problem: an entry of the catalogue (RFC 9457, section 3.1). */
export interface ProblemType {
  /** Stable and machine readable; the last segment of the problem's `type`. */
  readonly code: string;
  /** 400 to 599. */
  readonly status: number;
  /** Absolute address of the type where it is registered; else it is a page of this service. */
  readonly uri?: string;
  /** Absent for the built-in ones, which have their words in `endpoints/languages`. */
  readonly title?: Localized;
  /** What happened and what to do about it, for the page behind `type`. */
  readonly description?: Localized;
}

/** One fault of a request, pointing at its place. */
export interface Violation {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** JSON Pointer (RFC 6901) into the body, or the name of the parameter. */
  readonly at: string;
  readonly code: string;
  readonly detail: Wording;
}

export interface ProblemDetails {
  /** This occurrence, for a person. Never holds internals or unescaped input. */
  readonly detail?: Wording;
  readonly errors?: readonly Violation[];
  /** Further members (RFC 9457, section 3.2), such as `allowed`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Transitions that are allowed besides `members.allowedTransitions`; only versions that have them tell of them. */
  readonly formerTransitions?: readonly string[];
  /** A list stands for as many field lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Thrown anywhere below the pipeline, answered by it as a problem document. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly details: ProblemDetails;

  constructor(type: ProblemType, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(typeof details.detail === 'string' ? details.detail : type.code, options);
    this.name = 'Problem';
    this.type = type;
    this.details = details;
  }
}
