import { defaults } from './defaults.ts';
import { distinct, oneOf, text, textOrNumber } from './building.ts';
import { deprecatedValuesKey } from './deprecation.ts';
import { decimalNumber, wholeNumber } from './forms.ts';
import { Type } from './type.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly default?: number;
}

const whole = (bounds: Bounds, description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: bounds.least,
      maximum: bounds.most,
      ...(bounds.default === undefined ? {} : { default: bounds.default }),
      description,
    }),
  );

const patternKey = {
  pattern: Type.Optional(
    text(500, {
      description:
        'Regular expression (ECMAScript, flag u) that the value must match somewhere; anchor it with ^ and $. No lookbehind and no backreference; expressions that can take exponential time are refused.',
      examples: ['^[A-Z]{2}-[0-9]{6}$'],
    }),
  ),
};

const lengths = (most: number, defaultValue: number) => ({
  minLength: whole({ least: 0, most, default: 0 }, 'Fewest characters (Unicode code points).'),
  maxLength: whole(
    { least: 1, most, default: defaultValue },
    'Most characters (Unicode code points).',
  ),
});

/** The keys that bound a number, each written in the way of the type. */
const range = <T>(bound: (description: string) => T) => ({
  minimum: bound('Smallest value.'),
  maximum: bound('Largest value.'),
  exclusiveMinimum: bound('The value must be greater than this.'),
  exclusiveMaximum: bound('The value must be less than this.'),
  multipleOf: bound('The value must be a multiple of this, which is greater than zero.'),
});

const integerBound = (description: string) => Type.Optional(Type.Integer({ description }));
const numberBound = (description: string) => Type.Optional(Type.Number({ description }));
const longBound = (description: string) =>
  Type.Optional(textOrNumber(wholeNumber, 'integer', { description }));
const decimalBound = (description: string) =>
  Type.Optional(textOrNumber(decimalNumber, 'number', { description }));

export const stringConstraints = {
  format: Type.Optional(
    oneOf(['email', 'uri', 'uuid', 'hostname'], {
      description: 'A known form of text. Not together with enum, pattern or minLength.',
    }),
  ),
  enum: Type.Optional(
    distinct(
      text(100, { description: 'One of the allowed values.' }),
      { minItems: 1, maxItems: 200 },
      {
        description: 'The only values allowed. Not together with format, pattern or lengths.',
      },
    ),
  ),
  ...deprecatedValuesKey,
  ...lengths(100_000, defaults.stringLength),
  ...patternKey,
};

export const textConstraints = { ...lengths(1_000_000, defaults.textLength), ...patternKey };
export const integerConstraints = {
  ...range(integerBound),
  enum: Type.Optional(
    distinct(
      Type.Integer({ description: 'One of the allowed values.' }),
      { minItems: 1, maxItems: 200 },
      { description: 'The only values allowed. Not together with bounds or multipleOf.' },
    ),
  ),
};
export const numberConstraints = range(numberBound);
export const longConstraints = range(longBound);
export const decimalConstraints = {
  ...range(decimalBound),
  precision: whole(
    { least: 1, most: 18, default: defaults.precision },
    'All digits, before and after the point.',
  ),
  scale: whole({ least: 0, most: 18, default: defaults.scale }, 'Digits after the point.'),
};
export const uriConstraints = {
  maxLength: whole({ least: 1, most: 8192, default: defaults.uriLength }, 'Most characters.'),
};
export const emailConstraints = {
  maxLength: whole({ least: 3, most: 254, default: defaults.emailLength }, 'Most characters.'),
};
export const enumConstraints = {
  values: distinct(
    text(100, { description: 'One of the allowed values.' }),
    { minItems: 1, maxItems: 200 },
    { description: 'The only values allowed.' },
  ),
  ...deprecatedValuesKey,
};
export const jsonConstraints = {
  maxLength: whole(
    { least: 2, most: 1_000_000, default: defaults.jsonLength },
    'Most characters of the value as JSON text.',
  ),
};
export const binaryConstraints = {
  maxLength: whole(
    { least: 1, most: 10_485_760, default: defaults.binaryLength },
    'Most bytes, before they are encoded as base64.',
  ),
};
export const arrayConstraints = {
  minItems: whole({ least: 0, most: 10_000, default: 0 }, 'Fewest items.'),
  maxItems: whole({ least: 1, most: 10_000, default: defaults.items }, 'Most items.'),
  uniqueItems: Type.Optional(
    Type.Boolean({ default: false, description: 'No two items are the same.' }),
  ),
};
