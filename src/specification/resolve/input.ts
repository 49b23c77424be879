import { defined, mapValues, own } from '../plain.ts';
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
  'readableBy',
  'writableBy',
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
  if (field === undefined) return resolveField(input);
  return { ...resolveField(withConstraints(input, field)), ...secrecy(input, field) };
}

/** Whoever may not see the field may not see it as an input either, such as in a history. */
function secrecy(input: Input, { writeOnly, readableBy }: Field) {
  return {
    writeOnly: writeOnly === true || input.writeOnly === true,
    ...defined({ readableBy }),
  };
}

function withConstraints(input: Input, field: Field): Input {
  if (field.type !== input.type) return input;
  const replaced = new Set(sides.flatMap((side) => (side.some((key) => key in input) ? side : [])));
  const inherited = Object.entries(field).filter(
    ([key]) => !ofTheFieldAlone.has(key) && !replaced.has(key),
  );
  return { ...Object.fromEntries(inherited), ...input };
}
