import type { FieldKey } from './keys.ts';

/** The value of a key from what was typed; undefined for nothing, which takes the key away. */
export function typedValue({ kind }: FieldKey, text: string): unknown {
  if (text === '') return undefined;
  switch (kind) {
    case 'yes-no':
      return text === 'yes';
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'text-or-number':
      return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text;
    case 'list':
      return text.startsWith('[') ? parsed(text) : text.split(',').map((each) => each.trim());
    case 'json':
      return parsed(text);
    default:
      return text;
  }
}

/** A value as it would be typed. */
export function shownValue({ kind }: FieldKey, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'yes-no') return value === true ? 'yes' : 'no';
  if (kind === 'list' && Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(', ');
  }
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
