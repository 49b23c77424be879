import type { ErrorObject } from 'ajv/dist/2020.js';
import type { IssueDetails } from '../issue.ts';
import { defined, isMapping } from '../plain.ts';
import { calendarDate, duration, forms, type Form } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { fieldMeant, isField } from './field-meant.ts';

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};

/** A value of another type than the one that belongs there. */
export function wrongType(error: ErrorObject): IssueDetails {
  const types = [error.schema].flat().map(String);
  const { data } = error;
  const found = shown(data);
  const expected = expectedOf(types, error);
  const allowed = types.includes('boolean') ? { allowed: ['true', 'false'] } : {};
  const details = { code: 'wrong-type', found, ...allowed };
  if (data === null) {
    const message = `nothing is written here; expected ${expected}, or no key at all`;
    return { ...details, message };
  }
  const hint = hintOf(types, error);
  const suggestion = types.map((type) => meant(type, error)).find((text) => text !== undefined);
  const message = `expected ${expected}, found ${found}${hint === undefined ? '' : `; ${hint}`}`;
  return { ...details, message, ...defined({ suggestion }) };
}

/** If a text needs a certain form, or a mapping certain keys, the message says so as well. */
function expectedOf(types: readonly string[], { data, parentSchema }: ErrorObject): string {
  const form = formOf(parentSchema);
  const isScalar = typeof data === 'number' || typeof data === 'boolean';
  if (isScalar && form !== undefined && !fits(data, form)) return form.says;
  return types
    .map((type) => (type === 'object' ? mappingOf(parentSchema) : (names[type] ?? type)))
    .join(' or ');
}

function mappingOf(schema: ErrorObject['parentSchema']): string {
  if (isField(schema)) return 'a mapping with its type, such as { type: string }';
  const required: unknown = schema?.['required'];
  return Array.isArray(required) && required.length > 0
    ? `a mapping with ${required.map(String).join(' and ')}`
    : 'a mapping';
}

/** What only its quotes make the wrong type, or that it lacks them: a suggestion would look like what is there. */
function hintOf(types: readonly string[], { data, parentSchema }: ErrorObject): string | undefined {
  if (types.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) {
    const form = formOf(parentSchema);
    const isText = form === undefined || fits(data, form);
    return isText ? `text of that kind is written in quotes, as "${data}"` : undefined;
  }
  const isNumber = typeof data === 'string' && /^-?[0-9]+([.][0-9]+)?$/.test(data);
  const wants =
    types.includes('number') || (types.includes('integer') && !String(data).includes('.'));
  return isNumber && wants ? `a number is written without quotes, as ${data}` : undefined;
}

/** How the value would be written where that is another spelling of it. */
function meant(type: string, { data, parentSchema }: ErrorObject): string | undefined {
  if (type === 'boolean') return booleanMeant(data);
  if (type === 'string')
    return typeof data === 'number' ? textMeant(data, formOf(parentSchema)) : undefined;
  if (type === 'array') return listMeant(data);
  return type === 'object' && isField(parentSchema) ? fieldMeant(data) : undefined;
}

function booleanMeant(value: unknown): string | undefined {
  const text = String(value).toLowerCase();
  if (['yes', 'y', 'on', 'true', '1'].includes(text)) return 'true';
  return ['no', 'n', 'off', 'false', '0'].includes(text) ? 'false' : undefined;
}

/** A number without its unit, or a date without its hyphens. */
function textMeant(value: number, form: Form | undefined): string | undefined {
  if (form === duration) return fits(`${value}s`, form) ? `${value}s` : undefined;
  const [, year, month, day] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(String(value)) ?? [];
  return form === calendarDate && year !== undefined
    ? `${year}-${month ?? ''}-${day ?? ''}`
    : undefined;
}

/** `a` and `a, b` where a list belongs. */
function listMeant(value: unknown): string | undefined {
  if (typeof value === 'number') return `[${value}]`;
  if (value === 'nobody' || value === 'none') return '[]';
  if (typeof value !== 'string' || value.length > 60) return undefined;
  const items = value.split(/[\s,]+/).filter((item) => item !== '');
  return items.length > 0 && items.every((item) => /^[\w./+-]+$/.test(item))
    ? `[${items.join(', ')}]`
    : undefined;
}

function formOf(schema: ErrorObject['parentSchema']): Form | undefined {
  const pattern: unknown = isMapping(schema) ? schema['pattern'] : undefined;
  return forms.find((form) => form.pattern === pattern);
}

function fits(value: unknown, { pattern }: Form): boolean {
  return new RegExp(pattern, 'u').test(String(value));
}
