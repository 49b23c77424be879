import type { Rows } from '../../change.ts';

/** Rows that only a comparison of documents finds. */
export interface DocumentPart {
  /** The heading in the documentation. */
  readonly title: string;
  readonly rows: Rows;
}
