import type { Path } from '../specification/issue.ts';
import type { Source } from './source.ts';

/** A mapping of `service.yaml` that is being made. */
export type Draft = Record<string, unknown>;

/** What all parts of an import share. */
export interface Context {
  readonly source: Source;
  /** Notes which place of the document a place of `service.yaml` comes from. */
  readonly cameFrom: (made: Path, place: Path) => void;
  /** Takes one of the fields that an import may make; false when all are used. */
  readonly takeField: () => boolean;
}

/** Fields and members of one import: references can name the same schema a thousand times. */
export const mostFields = 6000;
