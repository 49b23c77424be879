import type { ResolvedSpecification } from '../../../specification/index.ts';
import type { Found, Rows } from '../change.ts';

/** One part of the table: its rows, how they are found, and which keys of service.yaml they are about. */
export interface Part {
  /** The heading in the documentation. */
  readonly title: string;
  readonly rows: Rows;
  /** Absent: another part asks for it, where fields are compared. */
  readonly compare?: (was: ResolvedSpecification, is: ResolvedSpecification) => readonly Found[];
  /**
   * By key of the schema, with `*` for names and `.**` for a key with all below it: the rows that it has, or why clients do not see
   * it. A key of any field, member, item or input is written as `field.KEY`.
   */
  readonly keys: Keys;
}

export type Keys = Readonly<Record<string, readonly string[] | NotContract>>;

/** A key that is no promise to clients, with the reason. */
export interface NotContract {
  readonly notContract: string;
}

export const notContract = (reason: string): NotContract => ({ notContract: reason });
