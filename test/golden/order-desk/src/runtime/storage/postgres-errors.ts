import { DatabaseError } from 'pg';
import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  NotNullViolation,
  NotWritable,
  TransactionAborted,
  Unavailable,
  UniqueViolation,
} from './errors.ts';

/**
 * Connections (class 08), resources (53), an operator (57), the system (58), deadlocks and
 * serialization (40), locks (55P03), an idle transaction ended (25P03), a standby that took over
 * (25006). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailable = /^(08|40|53|57|58|55P03|25P03|25006)/;

/** Of these a full disk (53100), and a standby that took over (25006). */
const notWritable = /^(53100|25006)/;

/** Data that a type refuses (class 22), and a key too long for an index (54000). */
const invalid = /^(22|54000)/;

/** What `pg` throws itself has a code of the system or only a message. */
const lostConnection =
  /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)|timeout|connection (terminated|error)/i;

export function postgresError(error: unknown, sql = ''): unknown {
  if (!(error instanceof DatabaseError)) {
    return isLostConnection(error) ? new Unavailable('No connection', { cause: error }) : error;
  }
  const { code = '', table = '', column = '', constraint = '' } = error;
  switch (code) {
    case '23505':
      return new UniqueViolation(table, keyColumns(error), error);
    case '23503':
    // Its code for "on delete restrict" from version 18 on.
    case '23001':
      return /^\s*delete\b/i.test(sql)
        ? new ForeignKeyViolation({ kind: 'still-referenced', table }, error)
        : new ForeignKeyViolation(
            { kind: 'missing-target', table, columns: keyColumns(error) },
            error,
          );
    case '23502':
      return new NotNullViolation(table, column, error);
    case '23514':
      return new CheckViolation(constraint, error);
    case '25P02':
      return new TransactionAborted(error);
    default:
      if (notWritable.test(code)) return new NotWritable(error.message, { cause: error });
      if (unavailable.test(code)) return new Unavailable(error.message, { cause: error });
      if (invalid.test(code)) return new InvalidValue(error.message, { cause: error });
      return error;
  }
}

/** Another type of what is read (0A000), of what is written (42804) or compared (42883). */
const changedTypes = /^(0A000|42804|42883)$/;

/** True of a query that has run before, and whose columns have other types since a migration changed them. */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && changedTypes.test(error.code ?? '');
}

/** Of "Key (tenant, "order")=(7, A-1) already exists.", whose words depend on the server's language. */
function keyColumns({ detail = '' }: DatabaseError): string[] {
  const [, columns = ''] = /\((.+?)\)=\(/.exec(detail) ?? [];
  return columns.split(', ').map((column) => column.replace(/^"(.*)"$/, '$1'));
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return lostConnection.test('code' in error ? String(error.code) : error.message);
}
