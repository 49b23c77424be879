import { mapValues, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field, Input } from '../schema.ts';
import { resolveField } from './field.ts';

/** Keys that say how a field is kept or shown, and nothing about its values. */
const ofTheFieldAlone: ReadonlySet<string> = new Set([
  'type',
  'description',
  'required',
  'nullable',
  'default',
  'example',
  'unique',
  'immutable',
  'readOnly',
  'deprecated',
  'replacedBy',
]);

/** Of each pair one is written. */
const sides = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
];

/**
 * What is sent along, by name. One of the name of a field takes the constraints of the field where none are written,
 * so that what is accepted can be kept, and is as secret as the field.
 */
export function resolveInputs(
  input: Readonly<Record<string, Input>> = {},
  fields: Readonly<Record<string, Field>>,
): Record<string, ResolvedField> {
  return mapValues(input, (each, name) => resolveInput(each, own(fields, name)));
}

export function resolveInput(input: Input, field: Field | undefined): ResolvedField {
  if (field?.type !== input.type) return resolveField(input);
  const replaced = new Set(sides.flatMap((side) => (side.some((key) => key in input) ? side : [])));
  const inherited = Object.entries(field).filter(
    ([key]) => !ofTheFieldAlone.has(key) && !replaced.has(key),
  );
  const merged = { ...Object.fromEntries(inherited), ...input };
  return {
    ...resolveField(merged),
    writeOnly: field.writeOnly === true || merged.writeOnly === true,
  };
}
