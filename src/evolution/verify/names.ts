import type { LinkedOperation } from '../compose/link.ts';

/** What the newer version calls a field that an operation is about, by the operations behind it. */
export function nameAfter(field: string, later: readonly LinkedOperation[]): string {
  return later.reduce(
    (name, { operation: { rename } }) => (rename?.from === name ? rename.to : name),
    field,
  );
}
