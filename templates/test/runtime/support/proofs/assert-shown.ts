import assert from 'node:assert/strict';
import type { FrozenResource, Members, Schema } from './frozen.ts';
import { membersOf } from './proving.ts';

/** An answer shows each member that the client sent; each other one has its default, or is missing. */
export function assertShown(
  resource: FrozenResource,
  schema: Schema,
  sent: Members,
  shown: Members,
): void {
  for (const [member, each] of Object.entries(membersOf(schema))) {
    if (resource.lossy.has(member) || resource.fields[member]?.writeOnly === true) continue;
    const { default: initial, type } = each as { default?: unknown; type?: unknown };
    const isNullable = [type].flat().includes('null');
    const unsent = resource.claimed.get(member) ?? initial ?? (isNullable ? null : undefined);
    const expected = withShownNulls(resource, member, member in sent ? sent[member] : unsent);
    assert.deepEqual(shown[member], expected, `${member} of ${JSON.stringify(sent)}`);
  }
}

/**
 * A member as it is shown: what was sent, with null for each member of an object that was left out and is shown so.
 *
 * @param member of the resource
 */
export function withShownNulls(
  { shownNulls }: Pick<FrozenResource, 'shownNulls'>,
  member: string,
  sent: unknown,
): unknown {
  return shownNulls
    .map((path) => path.replaceAll('[]', '.[]').split('.'))
    .filter(([first]) => first === member)
    .reduce((shown, [, ...path]) => withNull(shown, path), sent);
}

function withNull(value: unknown, [first = '', ...rest]: readonly string[]): unknown {
  if (first === '[]') {
    return Array.isArray(value) ? value.map((each) => withNull(each, rest)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { [first]: within, ...others } = value as Readonly<Record<string, unknown>>;
  if (rest.length === 0) return { ...others, [first]: within ?? null };
  return within === undefined ? value : { ...others, [first]: withNull(within, rest) };
}
