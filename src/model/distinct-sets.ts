/** The first of all lists that have the same names, in whatever order. */
export function distinctSets(
  lists: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const keyOf = (names: readonly string[]) => names.toSorted().join();
  return lists.filter(
    (names, index) => lists.findIndex((other) => keyOf(other) === keyOf(names)) === index,
  );
}
