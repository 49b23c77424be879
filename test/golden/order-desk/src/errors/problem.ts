/** One kind of problem: an entry of the catalogue (RFC 9457, section 3.1). */
export interface ProblemType {
  /** Stable and machine readable; the last segment of the problem's `type`. */
  readonly code: string;
  /** 400 to 599. */
  readonly status: number;
  readonly title: string;
  /** What happened and what to do about it, for the page behind `type`. */
  readonly description: string;
}

/** One fault of a request, pointing at its place. */
export interface Violation {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** JSON Pointer (RFC 6901) into the body, or the name of the parameter. */
  readonly at: string;
  readonly code: string;
  readonly detail: string;
}

export interface ProblemDetails {
  /** This occurrence, for a person. Never holds internals or unescaped input. */
  readonly detail?: string;
  readonly errors?: readonly Violation[];
  /** Further members (RFC 9457, section 3.2), such as `allowed`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below the pipeline, answered by it as a problem document. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly details: ProblemDetails;

  constructor(type: ProblemType, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.detail ?? type.title, options);
    this.name = 'Problem';
    this.type = type;
    this.details = details;
  }
}
