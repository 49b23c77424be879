/** Whether the value is a mapping: an object that is neither null nor a list. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of that name which the object has itself, never one that it inherits, such as `toString`. */
export function own<T>(
  object: Readonly<Record<string, T>> | undefined,
  key: string,
): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The same keys with other values. */
export function mapValues<T, R>(
  object: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** The same values under other keys. */
export function mapKeys<T>(
  object: Readonly<Record<string, T>>,
  change: (key: string) => string,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [change(key), value]));
}

/** The entries of those keys. */
export function only<T>(
  object: Readonly<Record<string, T>>,
  keys: Iterable<string>,
): Record<string, T> {
  const kept = new Set(keys);
  return Object.fromEntries(Object.entries(object).filter(([key]) => kept.has(key)));
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The object without the keys whose value is undefined. */
export function defined<T extends object>(object: T): Defined<T> {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
