import type { Json, ResourceSample } from './sample.ts';

/**
 * The body of a PUT of an existing resource: immutable members have their stored values. Members that are never shown and never
 * change, or cannot be set, are left out and keep their values: the service does not reveal whether another value would be equal.
 */
export function replacementOf(
  {
    immutable,
    memberAccess,
    writeOnly,
  }: Pick<ResourceSample, 'immutable' | 'memberAccess' | 'writeOnly'>,
  body: Json,
  stored: object,
): Json {
  const hidden = neverShown(memberAccess);
  const unsettable = new Set(
    memberAccess
      .filter(
        ({ member, writableBy }) =>
          writableBy?.length === 0 && (hidden.has(member) || writeOnly.includes(member)),
      )
      .map(({ member }) => member),
  );
  const isFixed = (name: string) => immutable.includes(name);
  return Object.fromEntries([
    ...Object.entries(body).filter(([name]) => !isFixed(name) && !unsettable.has(name)),
    ...Object.entries(stored).filter(
      ([name]) => isFixed(name) && !hidden.has(name) && !unsettable.has(name),
    ),
  ]);
}

/** Whether a PUT that created a resource may be sent again: it is refused with members that are never shown and never change. */
export function isRepeatable(
  { immutable, memberAccess }: Pick<ResourceSample, 'immutable' | 'memberAccess'>,
  body: Json,
): boolean {
  const hidden = neverShown(memberAccess);
  return !immutable.some((name) => hidden.has(name) && Object.hasOwn(body, name));
}

function neverShown(memberAccess: ResourceSample['memberAccess']): ReadonlySet<string> {
  const hidden = memberAccess.filter(({ readableBy }) => readableBy?.length === 0);
  return new Set(hidden.map(({ member }) => member));
}
