import type { TObject, TSchema } from 'typebox';
import type { Limits } from '../../limits/limits.ts';
import { parseQuery } from '../query.ts';
import { textOf } from '../request-body.ts';
import type { BytesReader } from '../route.ts';
import { parseStrictJson } from '../strict-json.ts';

/** The type of forms (WHATWG HTML, section 4.10.21.7). The pages alone send it; no client of the interface does. */
export const formReader: BytesReader = {
  mediaType: 'application/x-www-form-urlencoded',
  read: fieldsIn,
  locate: (pointer) => pointer,
  describe: (schema) => schema,
  illustrate: (members) => members,
};

export type FormFields = ReadonlyMap<string, string>;

/**
 * The fields of a form; of several with one name the last counts.
 *
 * @throws {Problem} 400 where the bytes are no form
 */
export function fieldsIn(bytes: Buffer): FormFields {
  const values = parseQuery(textOf(bytes));
  return new Map([...values].map(([name, all]) => [name, all.at(-1) ?? '']));
}

/** How a member is asked for in a form. */
export type Control =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'line'; readonly type: string }
  | { readonly kind: 'text' };

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
}

const lineTypes: Readonly<Record<string, string>> = { date: 'date', email: 'email', uri: 'url' };
/** Characters from which a text gets several lines. */
const longText = 300;

export function controlFor(schema: TSchema): Control {
  const { enum: values, format = '', maxLength = 0 } = schema as Schema;
  const types = typesOf(schema);
  if (values !== undefined) {
    return { kind: 'choice', values: values.filter((value) => value !== null).map(String) };
  }
  if (types.join() === 'boolean') return { kind: 'choice', values: ['true', 'false'] };
  if (types.every((type) => type === 'integer' || type === 'number')) {
    return { kind: 'line', type: 'text' };
  }
  if (types.join() !== 'string' || (maxLength > longText && format === '')) return { kind: 'text' };
  return { kind: 'line', type: lineTypes[format] ?? 'text' };
}

/**
 * What a form says of the members of a body. An empty field says nothing. What is not a text is written as JSON; a word that
 * is none is left for the schema to refuse.
 *
 * @throws {Problem} 400 where a list or an object is not strict JSON
 */
export function membersIn(
  formFields: FormFields,
  { properties }: TObject,
  { depth }: Pick<Limits, 'depth'>,
): Record<string, unknown> {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const text = formFields.get(name) ?? '';
    if (text === '') return [];
    // The body is the level above.
    const value = isText(schema) ? withoutReturns(text) : valueIn(text, depth - 1);
    return [[name, value] as const];
  });
  return Object.fromEntries(members);
}

function isText(schema: TSchema): boolean {
  const { enum: values } = schema as Schema;
  const types = typesOf(schema);
  return types.join() === 'string' || values?.some((value) => typeof value === 'string') === true;
}

/** Of a member that may be null, what it is otherwise. */
function typesOf(schema: TSchema): readonly string[] {
  const { type, const: value } = schema as Schema;
  if (value !== undefined) return [typeof value];
  return [type ?? []].flat().filter((each) => each !== 'null');
}

/** Browsers send the ends of lines as CR LF, whatever was there. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function valueIn(text: string, depth: number): unknown {
  try {
    return parseStrictJson(text, depth);
  } catch (error) {
    if (/^\s*[[{]/.test(text)) throw error;
    return text;
  }
}
