import { defined } from '../plain.ts';
import type { ResolvedDeprecation } from '../resolved.ts';

/** The keys that say how a field is used; members of objects and items of arrays have only some of them. */
export interface WrittenFlags {
  readonly type: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly unique?: boolean;
  readonly immutable?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean | ResolvedDeprecation;
  readonly replacedBy?: string;
  readonly readableBy?: readonly string[];
  readonly writableBy?: readonly string[];
}

export type Flags = ReturnType<typeof resolveFlags>;

export function resolveFlags(field: WrittenFlags) {
  const { required = false, nullable = false, unique = false, immutable = false } = field;
  const { readOnly = false, writeOnly = false, deprecated = false } = field;
  const texts = defined({ description: field.description, replacedBy: field.replacedBy });
  const flags = { required, nullable, unique, immutable, readOnly, writeOnly, deprecated };
  // A field that no caller may send needs no writers.
  const writableBy = readOnly ? undefined : (field.writableBy ?? field.readableBy);
  return { ...texts, ...flags, ...defined({ readableBy: field.readableBy, writableBy }) };
}
