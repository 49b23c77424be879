import { canonicalOf } from '../../model/samples/canonical.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { isMapping } from '../../specification/plain.ts';
import { validateValue } from '../../specification/values/value.ts';
import type { Fill } from '../definition.ts';
import type { Asking } from '../../evolution/asking.ts';

/** Columns by the names of their fields, as they are while rows are filled. */
export type ColumnNames = ReadonlyMap<string, string>;

/** Answers that are no values of the field itself. */
const openHelp =
  'or {"column": "FIELD"} for the value of another field, or {"sql": "EXPRESSION"} over the columns of the row in SQL that SQLite and PostgreSQL know';

/**
 * What rows get that have no value yet, where one is required now.
 *
 * @returns null: nothing, so that the migration is refused where there is such a row; undefined: there is no answer yet
 */
export function fillOf(
  about: { readonly resource: string; readonly name: string; readonly field: ResolvedField },
  {
    said,
    columns,
    isNew,
    isRequired,
  }: {
    readonly said: unknown;
    readonly columns: ColumnNames;
    readonly isNew: boolean;
    /** If not, a function of the team makes it of other fields. */
    readonly isRequired: boolean;
  },
  asked: Asking,
): Fill | null | undefined {
  const { resource, name, field } = about;
  if (field.default !== undefined) return { value: field.default };
  if (said !== undefined && validateValue(field, said) === undefined) {
    return { value: canonicalOf(field, said) };
  }
  const which = isNew ? 'existing rows' : 'rows without a value';
  const why = isRequired
    ? 'which is required'
    : 'which a function of yours makes of others where clients of the older version send these';
  const nothing = isRequired
    ? `the migration is refused where there are ${which}`
    : 'they have no value there, nor where older versions show what is made of it';
  return asked.ask<Fill | null>(
    {
      place: `resources.${resource}.fields.${name}.fill`,
      text: `What do ${which} of "${resource}" get in the field "${name}" (${field.type}), ${why}?`,
      help: `A value of the field, ${openHelp}; or null, and ${nothing}.`,
      choices: [{ value: null, says: `nothing: ${nothing}` }],
      isOpen: true,
    },
    (answer) => {
      if (answer === null) return { value: null };
      const written = writtenFill(answer, columns);
      if (written !== undefined) return written;
      const value =
        isMapping(answer) && Object.keys(answer).join() === 'value' ? answer['value'] : answer;
      const problem = validateValue(field, value);
      return problem === undefined ? { value: { value: canonicalOf(field, value) } } : { problem };
    },
  );
}

/** Undefined: the answer is neither a column nor an expression. */
export function writtenFill(
  answer: unknown,
  columns: ColumnNames,
): { readonly value: Fill } | { readonly problem: string } | undefined {
  if (!isMapping(answer) || Object.keys(answer).length !== 1) return undefined;
  const { sql, column: other } = answer;
  if (typeof sql === 'string' && sql.trim() !== '') return { value: { sql } };
  if (typeof other !== 'string') return undefined;
  const column = columns.get(other);
  if (column !== undefined) return { value: { column } };
  const list = [...columns.keys()].join(', ');
  return { problem: `there is no field "${other}"; there are ${list}` };
}
