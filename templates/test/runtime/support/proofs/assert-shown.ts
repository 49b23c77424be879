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
    const expected = asShown(resource, member, member in sent ? sent[member] : unsent);
    const found = asShown(resource, member, shown[member]);
    assert.deepEqual(found, expected, `${member} of ${JSON.stringify(sent)}`);
  }
}

/**
 * A member as it is shown: what was sent, without objects that are not shown where they hold no value, and with null for each member of an
 * object that was left out and is shown so.
 *
 * @param member of the resource
 */
export function asShown(
  { shownNulls, unshownObjects }: Pick<FrozenResource, 'shownNulls' | 'unshownObjects'>,
  member: string,
  sent: unknown,
): unknown {
  const within = (paths: readonly string[]) =>
    paths
      .map((path) => path.replaceAll('[]', '.[]').split('.'))
      .filter(([first]) => first === member)
      .map(([, ...path]) => path);
  const whole = within(unshownObjects).reduce(withoutEmptyObject, sent);
  return within(shownNulls).reduce(withNull, whole);
}

function withoutEmptyObject(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return isEmptyObject(value) ? undefined : value;
  if (first === '[]') {
    return Array.isArray(value) ? value.map((each) => withoutEmptyObject(each, rest)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { [first]: within, ...others } = value as Readonly<Record<string, unknown>>;
  const left = withoutEmptyObject(within, rest);
  return left === undefined ? others : { ...others, [first]: left };
}

/** Whether it is an object without a value in it, or null in its place. */
function isEmptyObject(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value ?? {}).every((each) => each === null || each === undefined)
  );
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
