import { isMapping } from '../plain.ts';
import { fieldTypes } from '../schema/fields.ts';
import { spellingOf } from './spellings.ts';

/** Whether a schema is that of a field, an item or an input: its type decides which other keys it may have. */
export function isField(schema: unknown): boolean {
  const discriminator = isMapping(schema) ? schema['discriminator'] : undefined;
  return isMapping(discriminator) && discriminator['propertyName'] === 'type';
}

/** What the types need that cannot do with a type alone. */
const more: Readonly<Record<string, string>> = {
  array: ', items: { type: string }',
  enum: ', values: [a, b]',
  object: ', fields: { … }',
  reference: ', to: …',
};

const signs = { '!': 'required', '?': 'nullable', '*': 'unique' } as const;

/** The mapping that a type alone stands for: `string`, `string!` as the questionnaire has it, `[string]`. */
export function fieldMeant(value: unknown): string | undefined {
  const keys = keysMeant(value);
  return keys === undefined ? undefined : `{ ${keys} }`;
}

/** The keys of that mapping: `type: string, required: true`. */
export function keysMeant(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const item = value.length === 1 ? fieldMeant(value[0]) : undefined;
    return item === undefined ? undefined : `type: array, items: ${item}`;
  }
  const [, word = '', given, list, flags = ''] =
    /^([A-Za-z][A-Za-z0-9-]{0,20})(?:\(([\w|, -]{1,60})\))?(\[\])?([!?*]{0,3})$/.exec(
      String(value),
    ) ?? [];
  const type = fieldTypes.includes(word) ? word : spellingOf(word, fieldTypes);
  if (type === undefined) return undefined;
  const keys = `type: ${type}${argumentsMeant(type, given) ?? more[type] ?? ''}`;
  const set = Object.entries(signs).flatMap(([sign, key]) =>
    flags.includes(sign) ? [`, ${key}: true`] : [],
  );
  return `${list === undefined ? keys : `type: array, items: { ${keys} }`}${set.join('')}`;
}

/** What stands in parentheses behind a type, as keys; undefined where it is none of its arguments. */
function argumentsMeant(type: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const listed = given.split(/[|,]/).map((each) => each.trim());
  const [first = '', second] = listed;
  if (type === 'enum') return `, values: [${listed.join(', ')}]`;
  if (type === 'reference') return `, to: ${first}`;
  if (!/^\d+$/.test(first)) return undefined;
  if (type === 'string' || type === 'text') return `, maxLength: ${first}`;
  if (type !== 'decimal') return undefined;
  return `, precision: ${first}${second === undefined ? '' : `, scale: ${second}`}`;
}
