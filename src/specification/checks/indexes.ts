import { atKey, type Issue, type Path } from '../issue.ts';
import { resolveField } from '../resolve/field.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field } from '../schema.ts';

/** Most bytes of one entry of a PostgreSQL index, less what the entry itself needs. */
const mostBytes = 2600;

/** A unique field has an index, and an index holds short values only. */
export function indexIssues(field: Field, path: Path): Issue[] {
  if (!('unique' in field) || field.unique !== true) return [];
  const bytes = indexBytes(resolveField(field));
  if (bytes <= mostBytes) return [];
  return [atKey([...path, 'unique'], { code: 'unique-length', message: messageFor(bytes) })];
}

/** Bytes that a value may take in an index. */
export function indexBytes(field: ResolvedField): number {
  switch (field.type) {
    case 'string':
      return 4 * field.maxLength;
    case 'email':
    case 'uri':
      return field.maxLength;
    case 'enum':
      return 400;
    default:
      return 16;
  }
}

export function messageFor(bytes: number): string {
  return `unique values may take ${bytes} bytes (4 for each character of a string), and an index of PostgreSQL holds ${mostBytes}; lower maxLength`;
}
