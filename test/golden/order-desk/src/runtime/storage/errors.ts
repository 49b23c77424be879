// What a statement can fail with, the same on both engines. Tables and columns have their names in the
// database here: `membersOf` of the store gives the members that a client knows.

export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  readonly table: string;
  readonly columns: readonly string[];

  constructor(table: string, columns: readonly string[], cause: unknown) {
    super(`Another row of ${table} has the same ${columns.join(', ')}`, { cause });
    this.table = table;
    this.columns = columns;
  }
}

interface BrokenReference {
  /** The row refers to nothing, or is itself still referred to. */
  readonly kind: 'missing-target' | 'still-referenced';
  /** The table that holds the reference, where the engine or the store could tell. */
  readonly table?: string;
  /** Where the target is missing: the columns that refer to it. */
  readonly columns?: readonly string[];
}

export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
  readonly kind: BrokenReference['kind'];
  readonly table: string | undefined;
  readonly columns: readonly string[];

  constructor({ kind, table, columns = [] }: BrokenReference, cause: unknown) {
    super(`Reference of ${table ?? 'a table'} (${columns.join(', ')}): ${kind}`, { cause });
    this.kind = kind;
    this.table = table;
    this.columns = columns;
  }
}

export class NotNullViolation extends Error {
  override readonly name = 'NotNullViolation';
  readonly table: string;
  readonly columns: readonly string[];

  constructor(table: string, column: string, cause: unknown) {
    super(`No value for ${column} of ${table}`, { cause });
    this.table = table;
    this.columns = [column];
  }
}

export class CheckViolation extends Error {
  override readonly name = 'CheckViolation';
  readonly constraint: string;

  constructor(constraint: string, cause: unknown) {
    super(`The check ${constraint} failed`, { cause });
    this.constraint = constraint;
  }
}

/** A value that its column cannot hold: too many digits, a NUL in a text, a date that is none. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/** Storage cannot do it now, though it may in a moment: locks, timeouts, lost connections, a full disk. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** Storage can keep nothing now: a full disk, a database that can only be read. */
export class NotWritable extends Unavailable {
  override readonly name = 'NotWritable';
}

/** A migration changed the type of a column after the statement was prepared; the next attempt prepares it anew. */
export class OutdatedStatement extends Unavailable {
  override readonly name = 'OutdatedStatement';

  constructor(cause: unknown) {
    super('The tables have changed since this statement was prepared', { cause });
  }
}

/** A statement failed, the failure was caught, and the transaction was used again or committed. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';

  constructor(cause?: unknown) {
    super('An earlier statement of this transaction failed, so nothing of it is kept', { cause });
  }
}
