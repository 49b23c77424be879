import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Judgement } from '../fault.ts';
import { defined } from '../plain.ts';
import { shown } from '../shown.ts';

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

/** A value of another type than the one that belongs there. */
export function wrongType(error: ErrorObject): Judgement {
  const types = [error.schema].flat().map(String);
  const expected = types.map((type) => names[type] ?? type).join(' or ');
  const found = shown(error.data);
  const message =
    error.data === null
      ? `nothing is written here; expected ${expected}, or no key at all`
      : `expected ${expected}, found ${found}`;
  const suggestion = types
    .map((type) => meant(type, error.data))
    .find((text) => text !== undefined);
  const allowed = types.includes('boolean') ? { allowed: ['true', 'false'] } : {};
  return { code: 'wrong-type', message, found, ...allowed, ...defined({ suggestion }) };
}

/** How the value would be written, if it is of the right type after all but for its quotes or its spelling. */
function meant(type: string, value: unknown): string | undefined {
  if (type === 'boolean') return booleanMeant(value);
  if (type === 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? `"${value}"` : undefined;
  }
  if (typeof value !== 'string' || !/^-?[0-9]+([.][0-9]+)?$/.test(value)) return undefined;
  if (type === 'number') return value;
  return type === 'integer' && !value.includes('.') ? value : undefined;
}

function booleanMeant(value: unknown): string | undefined {
  const text = String(value).toLowerCase();
  if (['yes', 'y', 'on', 'true', '1'].includes(text)) return 'true';
  return ['no', 'n', 'off', 'false', '0'].includes(text) ? 'false' : undefined;
}
