import type { ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { ComposedResource, ComposedVersion } from './chain.ts';
import { mapped, type Table } from './expression.ts';
import { fieldsOf } from './shape.ts';

/**
 * Former names of values that claims of callers may still say: a credential knows no versions, so that a claim means the rows that it
 * meant before a step gave the value another name. A name that two values had, or that another value has now, says nothing.
 *
 * @param older every version before the newest one
 * @param resource the newest name of it
 * @param field that a rule compares with a claim
 */
export function formerClaimValues(
  older: readonly ComposedVersion[],
  resource: string,
  field: string,
): Record<string, string> {
  const all = older.flatMap((version) =>
    version.resources
      .filter(({ newest }) => newest === resource)
      .flatMap((composed) => renamedValues(version, composed, field)),
  );
  const isSure = ([was, is]: readonly [string, string]) =>
    all.every(([other, now]) => other !== was || now === is);
  return Object.fromEntries(all.filter(isSure));
}

function renamedValues(
  { newest, specification }: ComposedVersion,
  { newest: name, older, up }: ComposedResource,
  field: string,
): (readonly [was: string, is: string])[] {
  const expression = up.find((member) => member.name === field)?.expression;
  if (expression?.kind !== 'map' || expression.of.kind !== 'member') return [];
  const was = own(fieldsOf(specification, older), expression.of.name);
  const is = own(fieldsOf(newest, name), field);
  return was?.type === 'enum' && is?.type === 'enum' ? renamedIn(expression.table, was, is) : [];
}

type Enumeration = Extract<ResolvedField, { type: 'enum' }>;

function renamedIn(
  table: Table,
  older: Enumeration,
  newest: Enumeration,
): (readonly [string, string])[] {
  const pairs = older.values.map((value) => [value, String(mapped(table, value))] as const);
  return pairs.filter(
    ([was, is]) =>
      was !== is &&
      !newest.values.includes(was) &&
      pairs.filter(([, other]) => other === is).length === 1,
  );
}
