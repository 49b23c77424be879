import type { Json, ResourceSample } from './sample.ts';

/**
 * The body of a PUT over a resource that there is: what never changes is sent as it is stored. What is shown to nobody, and never
 * changes or is set by nobody, is not sent, and therefore kept: the service does not even say whether it would be the same.
 */
export function replacementOf(
  {
    immutable,
    restricted,
    writeOnly,
  }: Pick<ResourceSample, 'immutable' | 'restricted' | 'writeOnly'>,
  body: Json,
  stored: object,
): Json {
  const hidden = new Set(
    restricted.filter(({ readableBy }) => readableBy?.length === 0).map(({ member }) => member),
  );
  const unsettable = new Set(
    restricted
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
