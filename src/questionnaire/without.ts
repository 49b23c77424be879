/** The object without one of its keys. */
export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== key)) as Omit<T, K>;
}

/** The mapping without one of its names. */
export function withoutName<V>(
  mapping: Readonly<Record<string, V>>,
  name: string,
): Record<string, V> {
  return Object.fromEntries(Object.entries(mapping).filter(([each]) => each !== name));
}
