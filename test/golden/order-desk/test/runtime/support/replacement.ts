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
  const hidden = new Set(
    memberAccess.filter(({ readableBy }) => readableBy?.length === 0).map(({ member }) => member),
  );
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
