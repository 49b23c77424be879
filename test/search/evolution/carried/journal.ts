import type {
  Exchange,
  KnownValues,
} from '../../../../templates/test/runtime/support/recordings.ts';

/** What clients of a version did with a database, and what they are shown of it at the end. */
export interface Journal extends KnownValues {
  /** Of the version. */
  readonly label: string;
  /** When the last requests came, as an instant. */
  readonly now: string;
  /** Whatever was read while rows were made, read once more: with names in the place of what the service made up. */
  readonly shown: readonly Exchange[];
}
