import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names off, without a word. */
const longest = 63;

/** @param kind what the name ends with: `idx`, or `key` for a unique index */
export function indexName(table: string, columns: readonly string[], kind: 'idx' | 'key'): string {
  const parts = [table, ...columns];
  const name = [...parts, kind].join('__');
  // Underscores of their own would make a__b and c the same as a and b__c.
  if (name.length <= longest && !parts.some((part) => /^_|__|_$/.test(part))) return name;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 10);
  return `${name.slice(0, longest - 17)}__${hash}__${kind}`;
}
