import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  NotNullViolation,
  NotWritable,
  Unavailable,
  UniqueViolation,
} from './errors.ts';

// Result codes of SQLite (https://sqlite.org/rescode.html); the low byte is the primary code.
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;

const CONSTRAINT_CHECK = 275;
const CONSTRAINT_NOTNULL = 1299;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_DATATYPE = 3091;

export function sqliteError(error: unknown, sql: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = extendedCode(error);
  switch (code & 0xff) {
    case CONSTRAINT:
      return constraintError(error, code, sql);
    case BUSY:
    case LOCKED:
    case CANTOPEN:
      return new Unavailable(error.message, { cause: error });
    case READONLY:
    case IOERR:
    case FULL:
      return new NotWritable(error.message, { cause: error });
    default:
      return error;
  }
}

function constraintError(error: Error, code: number, sql: string): Error {
  // "UNIQUE constraint failed: orders.tenant, orders.number"
  const [, subject = ''] = error.message.split(' constraint failed: ');
  switch (code) {
    case CONSTRAINT_PRIMARYKEY:
    case CONSTRAINT_UNIQUE: {
      const columns = subject.split(', ').map(splitName);
      return new UniqueViolation(
        columns[0]?.table ?? '',
        columns.map(({ column }) => column),
        error,
      );
    }
    case CONSTRAINT_NOTNULL: {
      const { table, column } = splitName(subject);
      return new NotNullViolation(table, column, error);
    }
    case CONSTRAINT_CHECK:
      return new CheckViolation(subject, error);
    case CONSTRAINT_DATATYPE:
      return new InvalidValue(error.message, { cause: error });
    default: {
      // Foreign keys have a code of their own, but "on delete restrict" has that of a trigger.
      const kind = /^\s*delete\b/i.test(sql) ? 'still-referenced' : 'missing-target';
      return new ForeignKeyViolation({ kind }, error);
    }
  }
}

function splitName(name: string): { table: string; column: string } {
  const [table = '', column = ''] = name.split('.');
  return { table, column };
}

function extendedCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}
