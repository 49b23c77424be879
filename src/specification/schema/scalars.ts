import type { TProperties, TSchema } from 'typebox';
import { textOrNumber } from './building.ts';
import * as constraints from './constraints.ts';
import { uniqueKey } from './flags.ts';
import { decimalNumber, wholeNumber } from './forms.ts';
import { Type } from './type.ts';

/**
 * One type of field: what it means, what a value of it looks like in the specification, and the keys that
 * belong to it alone. `keys` are those that only the field of a resource may have.
 */
function scalar<V extends TSchema, C extends TProperties, K extends TProperties>(
  says: string,
  value: V,
  constraints: C,
  keys: K,
) {
  return { says, value, constraints, keys };
}

const none = {};
const string = Type.String();

/** The types of field that hold no other fields. */
export const scalars = {
  string: scalar('Short text.', string, constraints.stringConstraints, uniqueKey),
  text: scalar('Long text, not searched or sorted by.', string, constraints.textConstraints, none),
  integer: scalar(
    'Whole number within ±9007199254740991; 32 bits unless its bounds say otherwise.',
    Type.Integer(),
    constraints.integerConstraints,
    uniqueKey,
  ),
  number: scalar(
    'Binary floating-point number. For money use decimal.',
    Type.Number(),
    constraints.numberConstraints,
    uniqueKey,
  ),
  long: scalar(
    'Whole number of 64 bits, written as text in JSON because JSON readers keep only 53 bits.',
    textOrNumber(wholeNumber, 'integer', { description: '' }),
    constraints.longConstraints,
    uniqueKey,
  ),
  decimal: scalar(
    'Exact decimal number such as an amount of money, written as text in JSON.',
    textOrNumber(decimalNumber, 'number', { description: '' }),
    constraints.decimalConstraints,
    uniqueKey,
  ),
  boolean: scalar('True or false.', Type.Boolean(), none, none),
  date: scalar('Calendar date, YYYY-MM-DD.', string, none, uniqueKey),
  time: scalar('Local time of day, HH:MM:SS.', string, none, uniqueKey),
  'date-time': scalar(
    'Instant, RFC 3339 with an offset, such as 2026-03-01T12:00:00Z; kept and shown in UTC with milliseconds.',
    string,
    none,
    uniqueKey,
  ),
  duration: scalar(
    'ISO 8601 duration with at most milliseconds, such as PT15M or PT0.5S; kept and shown in its canonical form: PT90M is PT1H30M.',
    string,
    none,
    uniqueKey,
  ),
  uuid: scalar('UUID (RFC 9562).', string, none, uniqueKey),
  uri: scalar('Absolute URI (RFC 3986).', string, constraints.uriConstraints, uniqueKey),
  email: scalar('Mail address.', string, constraints.emailConstraints, uniqueKey),
  enum: scalar('One of a fixed list of words.', string, constraints.enumConstraints, uniqueKey),
  json: scalar(
    'Any JSON value, stored as it is and not looked into.',
    Type.Unknown(),
    constraints.jsonConstraints,
    none,
  ),
  binary: scalar('Bytes, written as base64 in JSON.', string, constraints.binaryConstraints, none),
};

export type Scalars = typeof scalars;
export type ScalarType = keyof Scalars;
