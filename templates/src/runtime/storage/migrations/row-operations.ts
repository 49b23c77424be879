import { joined, partOf } from '../../versioning/converters.ts';

/**
 * What becomes of the values of a row. A path begins with a column and goes through objects and lists of JSON: `gift.note`,
 * `parcels[].code`. What has no value is left out.
 */
export type RowOperation =
  /** Parts of a text; the last one is all the rest. `missing`: what a part has where a text has fewer of them. */
  | {
      readonly split: string;
      readonly into: readonly string[];
      readonly separator: string;
      readonly missing: readonly ('' | null)[];
    }
  /** One text of those that there are. */
  | { readonly merge: readonly string[]; readonly into: string; readonly separator: string }
  /**
   * The value in another place; in a list only under another name. `emptied`: objects, the innermost first, that go with a value where they
   * hold no other one.
   */
  | { readonly move: string; readonly to: string; readonly emptied?: readonly string[] }
  /** What is there where nothing is. */
  | { readonly fill: string; readonly value: unknown }
  /** Nothing in the place of null, which may not be there any more. */
  | { readonly leaveOut: string }
  /** Other values in the place of these. */
  | { readonly map: string; readonly values: Readonly<Record<string, unknown>> }
  /** Values of another type. */
  | { readonly convert: string; readonly by: (value: never) => unknown };

/** By column, or by member of an object in one. */
export type RowValues = Record<string, unknown>;

/** What becomes of values in columns that only the former release has. */
export interface FormerValues {
  readonly operations: readonly RowOperation[];
  /** Columns that the present release does not write. */
  readonly sources: readonly string[];
  /** Columns that get their values. */
  readonly targets: readonly string[];
}

/**
 * The operations that begin with whole columns, which the present release has no more, and those that go on with their values. Others
 * change values in their place: of a row that has been carried over, nothing shows in which form it is.
 */
export function formerValues(operations: readonly RowOperation[]): FormerValues {
  const some: RowOperation[] = [];
  const sources = new Set<string>();
  const targets = new Set<string>();
  for (const operation of operations) {
    const { from, to } = placesOf(operation);
    const isWritten = (path: string) => [...targets].some((target) => isWithin(path, target));
    if (!from.every((path) => columnOf(path) === path || isWritten(path))) continue;
    if (to.length === 0 && !from.every(isWritten)) continue;
    some.push(operation);
    for (const path of from) if (!isWritten(path)) sources.add(path);
    for (const path of to) targets.add(path);
  }
  return {
    operations: some,
    sources: [...sources],
    targets: [...new Set([...targets].map(columnOf))],
  };
}

/** Where an operation takes values, and where else it puts them. */
function placesOf(operation: RowOperation): {
  readonly from: readonly string[];
  readonly to: readonly string[];
} {
  if ('split' in operation) return { from: [operation.split], to: operation.into };
  if ('merge' in operation) return { from: operation.merge, to: [operation.into] };
  if ('move' in operation) return { from: [operation.move], to: [operation.to] };
  if ('fill' in operation) return { from: [operation.fill], to: [] };
  if ('leaveOut' in operation) return { from: [operation.leaveOut], to: [] };
  return { from: ['map' in operation ? operation.map : operation.convert], to: [] };
}

function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}

/** `gift` of `gift.note`. */
function columnOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** The values of a row, by column, after the operations. */
export function carriedOver(
  values: Readonly<RowValues>,
  operations: readonly RowOperation[],
): Readonly<RowValues> {
  const carried = structuredClone(values);
  for (const operation of operations) apply(carried, operation);
  return carried;
}

function apply(values: RowValues, operation: RowOperation): void {
  if ('split' in operation) split(values, operation);
  else if ('merge' in operation) merge(values, operation);
  else if ('move' in operation) move(values, operation);
  else if ('fill' in operation) {
    inside(values, operation.fill, (container, name) => {
      if (isNothing(container[name])) container[name] = structuredClone(operation.value);
    });
  } else if ('leaveOut' in operation) {
    inside(values, operation.leaveOut, (container, name) => {
      if (container[name] === null) delete container[name];
    });
  } else if ('map' in operation) {
    inside(values, operation.map, (container, name) => {
      const key = String(container[name]);
      if (Object.hasOwn(operation.values, key)) container[name] = operation.values[key];
    });
  } else {
    inside(values, operation.convert, (container, name) => {
      const { [name]: value } = container;
      if (!isNothing(value)) container[name] = operation.by(value as never);
    });
  }
}

function split(
  values: RowValues,
  { split: from, into, separator, missing }: Extract<RowOperation, { split: string }>,
): void {
  const text = taken(values, from);
  if (typeof text !== 'string') return;
  for (const [index, path] of into.entries()) {
    put(values, path, partOf(text, separator, index, into.length, missing[index] ?? undefined));
  }
}

function merge(
  values: RowValues,
  { merge: from, into, separator }: Extract<RowOperation, { merge: readonly string[] }>,
): void {
  put(values, into, joined(separator, ...from.map((path) => taken(values, path))));
}

function move(
  values: RowValues,
  { move: from, to, emptied = [] }: Extract<RowOperation, { move: string }>,
): void {
  const name = lastOf(to);
  if (parentOf(from) === parentOf(to) && from.includes('.')) {
    inside(values, from, (container, former) => {
      if (!Object.hasOwn(container, former)) return;
      container[name] = container[former];
      delete container[former];
    });
    return;
  }
  const value = taken(values, from);
  // Null makes no object.
  if (value === null && !isThere(values, parentOf(to))) return;
  if (!isNothing(value)) for (const path of emptied) leaveOutEmpty(values, path);
  put(values, to, value);
}

function leaveOutEmpty(values: RowValues, path: string): void {
  inside(values, path, (container, name) => {
    const { [name]: object } = container;
    if (!isObject(object) || !Object.values(object).every(isNothing)) return;
    if (container === values) container[name] = null;
    else delete container[name];
  });
}

/** Whether there is an object at a path without lists; the row is always there. */
function isThere(values: RowValues, path: string): boolean {
  if (path === '') return true;
  let isFound = false;
  inside(values, path, (container, name) => {
    isFound = isObject(container[name]);
  });
  return isFound;
}

/** The value at a path without lists. It goes from there, unless it is a column: that stays as it is, for older versions. */
function taken(values: RowValues, path: string): unknown {
  let value: unknown;
  inside(values, path, (container, name) => {
    value = container[name];
    if (container !== values) delete container[name];
  });
  return value;
}

/** Puts a value at a path without lists, and makes the objects on the way there. */
function put(values: RowValues, path: string, value: unknown): void {
  if (value === undefined) return;
  const names = path.split('.');
  let container = values;
  for (const name of names.slice(0, -1)) {
    const there = container[name];
    const next: RowValues = isObject(there) ? there : {};
    container[name] = next;
    container = next;
  }
  container[names.at(-1) ?? ''] = value;
}

/** Does something in every object that has, or may have, the last member of a path. */
function inside(
  container: RowValues,
  path: string,
  work: (container: RowValues, name: string) => void,
): void {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace(/\[\]$/, '');
  const isList = name !== first;
  if (rest.length === 0 && !isList) {
    work(container, name);
    return;
  }
  const value = container[name];
  if (!isList) {
    if (isObject(value)) inside(value, rest.join('.'), work);
    return;
  }
  if (!Array.isArray(value)) return;
  const items: unknown[] = value;
  if (rest.length > 0) {
    for (const item of items) if (isObject(item)) inside(item, rest.join('.'), work);
    return;
  }
  // The items themselves.
  const held: RowValues = Object.fromEntries(items.entries());
  for (const index of items.keys()) work(held, String(index));
  container[name] = items.map((_, index) => held[String(index)]);
}

function parentOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is RowValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
