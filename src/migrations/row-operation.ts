/**
 * What becomes of the values of a row: the same as in the library of a service, `src/runtime/storage/migrations/row-operations.ts`.
 *
 * @typeParam Path what names a place in the values
 */
export type RowOperation<Path = string> =
  | {
      readonly split: Path;
      readonly into: readonly Path[];
      readonly separator: string;
      readonly missing: readonly ('' | null)[];
    }
  | { readonly merge: readonly Path[]; readonly into: Path; readonly separator: string }
  | { readonly move: Path; readonly to: Path; readonly emptied?: readonly Path[] }
  | { readonly fill: Path; readonly value: unknown }
  | { readonly leaveOut: Path }
  | { readonly map: Path; readonly values: Readonly<Record<string, unknown>> }
  | { readonly convert: Path; readonly by: ConversionFunction };

/** A function of `versioning/converters.ts`, with what it takes behind the value. */
export interface ConversionFunction {
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** The operation with other names of its places. */
export function withPaths<From, To>(
  operation: RowOperation<From>,
  renamed: (path: From) => To,
): RowOperation<To> {
  if ('split' in operation) {
    const { split, into } = operation;
    return { ...operation, split: renamed(split), into: into.map(renamed) };
  }
  if ('merge' in operation) {
    const { merge, into } = operation;
    return { ...operation, merge: merge.map(renamed), into: renamed(into) };
  }
  if ('move' in operation) {
    const { move, to, emptied } = operation;
    const left = emptied === undefined ? {} : { emptied: emptied.map(renamed) };
    return { move: renamed(move), to: renamed(to), ...left };
  }
  if ('fill' in operation) return { ...operation, fill: renamed(operation.fill) };
  if ('leaveOut' in operation) return { leaveOut: renamed(operation.leaveOut) };
  if ('map' in operation) return { ...operation, map: renamed(operation.map) };
  return { ...operation, convert: renamed(operation.convert) };
}

/** Places whose values are in others afterwards. */
export function sourcesOf<Path>(operation: RowOperation<Path>): readonly Path[] {
  if ('split' in operation) return [operation.split];
  if ('merge' in operation) return operation.merge;
  return 'move' in operation ? [operation.move] : [];
}

/** Places that get the values of others. */
export function targetsOf<Path>(operation: RowOperation<Path>): readonly Path[] {
  if ('split' in operation) return operation.into;
  if ('merge' in operation) return [operation.into];
  return 'move' in operation ? [operation.to] : [];
}

/** The columns of all places. */
export function columnsOf(operations: readonly RowOperation[]): string[] {
  const columns = new Set<string>();
  for (const operation of operations) withPaths(operation, (path) => columns.add(columnOf(path)));
  return [...columns];
}

/** `gift` of `gift.note`. */
export function columnOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}
