/** What a specification was found to break. */
export interface Finding {
  readonly stage:
    | 'crash'
    /** A person has to decide, to write or to take back something, as the message says. */
    | 'wall'
    | 'refusal'
    | 'packages'
    | 'types'
    | 'lint'
    | 'format'
    | 'tests'
    /** Rows that the migration carried, as clients of the older version see them. */
    | 'rows'
    | 'report'
    | 'start'
    | 'document';
  /** Title of the test or name of the rule, or the first line of what a tool printed. */
  readonly title: string;
  readonly detail: string;
}
