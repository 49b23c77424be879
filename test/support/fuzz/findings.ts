/** Something that a service may not do. */
export interface Finding {
  readonly kind:
    | 'server-error'
    | 'undocumented-status'
    | 'undocumented-type'
    | 'undocumented-header'
    | 'invalid-body'
    | 'invalid-header'
    | 'leak'
    | 'no-answer'
    | 'valid-refused'
    | 'invalid-accepted';
  /** The same for the same fault, whatever the request was: no identifiers, no values. */
  readonly signature: string;
  readonly detail: string;
}
