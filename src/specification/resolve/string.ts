import { defaults } from '../schema/defaults.ts';
import { defined } from '../plain.ts';
import type { ResolvedDeprecation, ResolvedField } from '../resolved.ts';
import { deprecatedAmong } from './deprecated-values.ts';
import type { Flags } from './flags.ts';
import { canonicalText } from './values.ts';
import { translated, written } from './written.ts';

interface WrittenString {
  readonly type: 'string';
  readonly format?: 'email' | 'uri' | 'uuid' | 'hostname';
  readonly enum?: readonly string[];
  readonly deprecatedValues?: Readonly<Record<string, ResolvedDeprecation>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: string;
  readonly example?: string;
}

/** A string in the one form that its format or enum stands for. */
export function resolveString(field: WrittenString, flags: Flags): ResolvedField {
  const { format, maxLength } = field;
  const rest = { ...flags, ...written(field) };
  if (field.enum !== undefined) {
    const deprecated = deprecatedAmong(field.enum, field.deprecatedValues);
    return { type: 'enum', ...rest, values: field.enum, ...deprecated };
  }
  switch (format) {
    case 'uuid':
      return { type: 'uuid', ...flags, ...translated(field, canonicalUuid) };
    case 'uri':
      return { type: 'uri', ...rest, maxLength: maxLength ?? defaults.uriLength };
    case 'email':
      return { type: 'email', ...rest, maxLength: maxLength ?? defaults.emailLength };
    case 'hostname':
      return {
        type: 'string',
        ...rest,
        format,
        minLength: 1,
        maxLength: maxLength ?? defaults.hostnameLength,
      };
    default: {
      const { minLength = 0, pattern } = field;
      return {
        type: 'string',
        ...rest,
        minLength,
        maxLength: maxLength ?? defaults.stringLength,
        ...defined({ pattern }),
      };
    }
  }
}

function canonicalUuid(text: string): string {
  return canonicalText('uuid', text);
}
