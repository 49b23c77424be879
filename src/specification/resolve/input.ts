import { defined, mapValues, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field, Input } from '../schema.ts';
import { ofTheFieldAlone } from '../values/usage.ts';
import { resolveField } from './field.ts';

/** What an input does not take over from the field of its name; its type is its own. */
const notTaken: ReadonlySet<string> = new Set(['type', ...ofTheFieldAlone]);

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

/** A caller that may not see the field may not see it as an input either, for example in a history. */
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
    ([key]) => !notTaken.has(key) && !replaced.has(key),
  );
  return { ...Object.fromEntries(inherited), ...input };
}
