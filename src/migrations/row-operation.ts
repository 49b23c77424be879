/** What becomes of the values of a row: the same as in the library of a service, `src/runtime/storage/migrations/carry-rows.ts`. */
export type RowOperation =
  | {
      readonly split: string;
      readonly into: readonly string[];
      readonly separator: string;
      readonly missing: readonly ('' | null)[];
    }
  | { readonly merge: readonly string[]; readonly into: string; readonly separator: string }
  | { readonly move: string; readonly to: string }
  | { readonly fill: string; readonly value: unknown }
  | { readonly map: string; readonly values: Readonly<Record<string, unknown>> }
  | { readonly convert: string; readonly by: ConversionFunction };

/** A function of `versioning/converters.ts`, with what it takes behind the value. */
export interface ConversionFunction {
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** The columns that operations read, or read and write. */
export function columnsOf(operations: readonly RowOperation[]): string[] {
  const paths = operations.flatMap((operation) => {
    if ('split' in operation) return [operation.split, ...operation.into];
    if ('merge' in operation) return [...operation.merge, operation.into];
    if ('move' in operation) return [operation.move, operation.to];
    if ('fill' in operation) return operation.fill;
    return 'map' in operation ? operation.map : operation.convert;
  });
  return [...new Set(paths.map(columnOf))];
}

/** Columns whose values are in other ones afterwards. */
export function sourcesOf(operations: readonly RowOperation[]): string[] {
  return operations.flatMap((operation) => {
    if ('split' in operation) return [operation.split];
    if ('merge' in operation) return operation.merge;
    return 'move' in operation ? [operation.move] : [];
  });
}

/** Whole columns that get values. */
export function madeBy(operations: readonly RowOperation[]): string[] {
  const paths = operations.flatMap((operation) => {
    if ('split' in operation) return operation.into;
    if ('merge' in operation) return [operation.into];
    return 'move' in operation ? [operation.to] : [];
  });
  return [...new Set(paths.map(columnOf))];
}

function columnOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}
