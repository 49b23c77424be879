import { isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { unusableCharacter, unusableMessage } from '../yaml/text.ts';

/** What keeps the value from being written as JSON of at most `maxLength` characters. */
export function validateJson(value: unknown, maxLength: number): string | undefined {
  const part = validatePart(value);
  if (part !== undefined) return part;
  const { length } = JSON.stringify(value);
  return length > maxLength
    ? `${length} characters as JSON; at most ${maxLength} are allowed`
    : undefined;
}

function validatePart(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return unusableCharacter(value) === -1 ? undefined : unusableMessage;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `${value} is no number of JSON`;
  }
  if (!Array.isArray(value) && !isMapping(value)) return `${shown(value)} is no value of JSON`;
  return first(Object.values(value), validatePart);
}

/** The first complaint about a list of values. */
export function first<T>(
  values: Iterable<T>,
  validate: (value: T) => string | undefined,
): string | undefined {
  for (const value of values) {
    const complaint = validate(value);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** One text for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part,
  );
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
