import { isDeepStrictEqual } from 'node:util';
import type { Column } from '../definition.ts';
import { fieldOf } from '../table.ts';
import type { Asking } from '../../evolution/asking.ts';
import { converts, nameOf } from './conversions.ts';
import type { NamedColumn } from './match-columns.ts';

/** Lists, groups and free JSON are kept in columns of one type, and still are no values of each other. */
const shapes: ReadonlySet<string | undefined> = new Set(['array', 'object']);

/**
 * The expression of the new value, where no rule makes it of the old one.
 *
 * @param from the column as it was, with present names
 * @returns null: no expression is needed; undefined: there is no answer yet
 */
export function conversionOf(
  about: { readonly resource: string; readonly name: string },
  from: Column,
  before: NamedColumn,
  present: NamedColumn,
  asked: Asking,
): { readonly sql: string } | null | undefined {
  const to = present.definition;
  const why = whyAsked(from, to, before, present);
  if (why === undefined) return null;
  const { resource, name } = about;
  return asked.ask<{ readonly sql: string }>(
    {
      place: `resources.${resource}.fields.${name}.convert`,
      text: `How do the values of the field "${name}" of "${resource}" go over ${why}?`,
      help: `An expression over the columns of the row as it was, in SQL that SQLite and PostgreSQL know ("${before.name}" is the former value); or null, and the values are given up.`,
      choices: [{ value: null, says: 'they are given up' }],
      isOpen: true,
    },
    (answer) => {
      if (answer === null) return { value: { sql: 'null' } };
      return typeof answer === 'string' && answer.trim() !== ''
        ? { value: { sql: answer } }
        : { problem: `${JSON.stringify(answer)} is neither an expression in quotes nor null` };
    },
  );
}

function whyAsked(
  from: Column,
  to: Column,
  before: NamedColumn,
  present: NamedColumn,
): string | undefined {
  if (!converts(from.type, to.type)) {
    return `from ${typeOf(before, from)} to ${typeOf(present, to)}`;
  }
  const [was, is] = [fieldOf(before)?.type, fieldOf(present)?.type];
  if (shapes.has(is) && was !== undefined && was !== is && to.type === from.type) {
    return `from ${was} to ${is ?? ''}`;
  }
  const [target, other] = [from.references?.table, to.references?.table];
  if (target !== undefined && other !== undefined && !isDeepStrictEqual(target, other)) {
    return `from references to "${target}" to references to "${other}"`;
  }
  return undefined;
}

function typeOf(column: NamedColumn, { type }: Column): string {
  return fieldOf(column)?.type ?? nameOf(type);
}
