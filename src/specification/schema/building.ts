import type { Static, TProperties, TSchema } from 'typebox';
import type { Form } from './forms.ts';
import { Type } from './type.ts';

/** What editors show beside a key: what it does, and what holds when it is left out. */
export interface Shown {
  readonly description: string;
  readonly default?: unknown;
  readonly examples?: unknown[];
}

/** A mapping with exactly these keys. */
export function closed<P extends TProperties>(properties: P, shown: Shown) {
  return Type.Object(properties, { additionalProperties: false, ...shown });
}

/** A mapping whose keys are names chosen by the author; `form` says what a name looks like. */
export function named<S extends TSchema>(
  value: S,
  form: Form,
  limits: { nameLength: number; minimum?: number; maximum: number },
  shown: Shown,
) {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: 'object',
    propertyNames: { pattern: form.pattern, maxLength: limits.nameLength },
    additionalProperties: value,
    ...(limits.minimum === undefined ? {} : { minProperties: limits.minimum }),
    maxProperties: limits.maximum,
    ...shown,
  });
}

/** Text of at least one and at most `maxLength` characters (Unicode code points). */
export function text(maxLength: number, shown: Shown, form?: Form) {
  const pattern = form === undefined ? {} : { pattern: form.pattern };
  return Type.String({ minLength: 1, maxLength, ...pattern, ...shown });
}

/** A number that may also be written as text, where the text keeps digits that a number loses. */
export function textOrNumber(form: Form, number: 'integer' | 'number', shown: Shown) {
  return Type.Unsafe<string | number>({
    type: ['string', number],
    pattern: form.pattern,
    ...shown,
  });
}

/** One of a few words or numbers. */
export function oneOf<const T extends string | number>(values: readonly T[], shown: Shown) {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  return Type.Unsafe<T>({ type, enum: [...values], ...shown });
}

/** A list of different texts. */
export function distinct<S extends TSchema>(
  items: S,
  limits: { minItems: number; maxItems: number },
  shown: Shown,
) {
  return Type.Array(items, { ...limits, uniqueItems: true, ...shown });
}
