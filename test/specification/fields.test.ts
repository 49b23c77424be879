import { accepts, refuses, withField, withFields } from './support.ts';

refuses(
  'a unique default that clients cannot change',
  'contradiction',
  withField('{ type: string, unique: true, ▸default: a, readOnly: true }'),
);
refuses(
  'a unique default that nobody may set',
  'contradiction',
  withField('{ type: string, unique: true, ▸default: a, writableBy: [] }'),
);
refuses(
  'required with a default',
  'contradiction',
  withField('{ type: string, required: true, ▸default: a }'),
);
refuses(
  'read-only and required',
  'contradiction',
  withField('{ type: string, readOnly: true, ▸required: true }'),
);
refuses(
  'read-only and write-only',
  'contradiction',
  withField(
    '{ type: string, writeOnly: true, ▸readOnly: true }'
      .replace('▸', '')
      .replace('writeOnly', '▸writeOnly'),
  ),
);
accepts('required and nullable', withField('{ type: string, required: true, nullable: true }'));
accepts('read-only with a default', withField('{ type: string, readOnly: true, default: a }'));

refuses(
  'replacedBy without deprecated',
  'contradiction',
  withField('{ type: string, ▸replacedBy: other }'),
);
refuses(
  'replacedBy that names nothing',
  'unknown-field',
  withField('{ type: string, deprecated: true, replacedBy: ▸nobody }'),
);
refuses(
  'replacedBy that names itself',
  'unknown-field',
  withField('{ type: string, deprecated: true, replacedBy: ▸total }'),
);
refuses(
  'replacedBy that names nothing in an object',
  'unknown-field',
  withField(
    '{ type: object, fields: { a: { type: string, deprecated: true, replacedBy: ▸other } } }',
  ),
);
accepts(
  'replacedBy that names a field with a mistake only once',
  withFields('a: { type: string, deprecated: true, replacedBy: b }\nb: { type: string }'),
);
refuses(
  'a mistake in a field that others name, once',
  'not-allowed',
  withFields('a: { type: string, deprecated: true, replacedBy: b }\nb: { type: ▸strng }'),
);

refuses(
  'bounds the wrong way around',
  'empty-range',
  withField('{ type: integer, minimum: ▸2, maximum: 1 }'),
);
refuses(
  'equal exclusive bounds',
  'empty-range',
  withField(
    '{ type: number, exclusiveMinimum: ▸1, exclusiveMaximum: 1 }'.replace(
      'exclusiveMinimum: ▸1',
      'exclusiveMinimum: ▸1',
    ),
  ),
);
refuses(
  'exclusive bounds with no whole number between',
  'empty-range',
  withField('{ type: integer, exclusiveMinimum: ▸1, exclusiveMaximum: 2 }'),
);
refuses(
  'no multiple between the bounds',
  'empty-range',
  withField('{ type: integer, minimum: ▸1, maximum: 4, multipleOf: 5 }'),
);
refuses(
  'no multiple but the bound that is excluded',
  'empty-range',
  withField('{ type: number, exclusiveMinimum: 500, maximum: ▸501, multipleOf: 2.5 }'),
);
refuses(
  'no multiple but the other bound that is excluded',
  'empty-range',
  withField('{ type: number, minimum: ▸499, exclusiveMaximum: 500, multipleOf: 2.5 }'),
);
refuses(
  'both bounds on one side',
  'contradiction',
  withField('{ type: integer, minimum: 1, ▸exclusiveMinimum: 1 }'),
);
refuses(
  'both bounds on the other side',
  'contradiction',
  withField('{ type: decimal, maximum: 1, ▸exclusiveMaximum: 1 }'),
);
refuses('a step of zero', 'bound', withField('{ type: number, multipleOf: ▸0 }'));
refuses('a step below zero', 'bound', withField("{ type: decimal, multipleOf: ▸'-0.5' }"));
refuses(
  'a minimum above the standard maximum of a number',
  'empty-range',
  withField('{ type: number, minimum: ▸1e300 }'),
);
accepts('a single bound', withField('{ type: integer, minimum: 5000000000 }'));
accepts('one value between the bounds', withField('{ type: integer, minimum: 5, maximum: 5 }'));
accepts(
  'a step that is met once',
  withField(
    '{ type: decimal, minimum: 0.26, maximum: 0.3, multipleOf: 0.25, scale: 2 }'.replace(
      '0.3',
      '0.5',
    ),
  ),
);

refuses(
  'an integer beyond 53 bits',
  'bound',
  withField('{ type: integer, maximum: ▸9007199254740993 }'),
);
refuses(
  'a long beyond 53 bits without quotes',
  'bound',
  withField('{ type: long, maximum: ▸9007199254740993 }'),
);
refuses(
  'a long beyond 64 bits',
  'bound',
  withField("{ type: long, maximum: ▸'9223372036854775808' }"),
);
accepts(
  'a long at the end of 64 bits',
  withField("{ type: long, maximum: '9223372036854775807' }"),
);
refuses('a long in another notation', 'wrong-form', withField("{ type: long, maximum: ▸'1e3' }"));
refuses(
  'a decimal with too many digits after the point',
  'bound',
  withField('{ type: decimal, scale: 2, minimum: ▸0.125 }'),
);
refuses(
  'a decimal with too many digits',
  'bound',
  withField('{ type: decimal, precision: 4, scale: 2, maximum: ▸100 }'),
);
refuses(
  'a decimal that a bare number does not hold',
  'bound',
  withField('{ type: decimal, maximum: ▸1234567890123456.5 }'),
);
refuses(
  'a scale above the precision',
  'empty-range',
  withField('{ type: decimal, precision: 3, scale: ▸4 }'),
);

refuses(
  'lengths the wrong way around',
  'empty-range',
  withField('{ type: string, minLength: ▸5, maxLength: 4 }'),
);
refuses(
  'a least length above the standard',
  'empty-range',
  withField('{ type: string, minLength: ▸256 }'),
);
refuses(
  'items the wrong way around',
  'empty-range',
  withField('{ type: array, minItems: ▸2, maxItems: 1, items: { type: date } }'),
);
for (const [items, least] of [
  ["{ type: string, enum: ['1'] }", 2],
  ['{ type: enum, values: [a, b] }', 3],
  ['{ type: boolean }', 3],
  ['{ type: integer, enum: [4] }', 2],
  ['{ type: long, minimum: 1, maximum: 10, multipleOf: 5 }', 3],
  ['{ type: number, minimum: 1, maximum: 1 }', 2],
] as const) {
  const list = (count: number) =>
    `{ type: array, uniqueItems: true, minItems: ▸${String(count)}, items: ${items} }`;
  refuses(`${String(least)} different items of ${items}`, 'empty-range', withField(list(least)));
  accepts(`one item less of ${items}`, withField(list(least - 1).replace('▸', '')));
}
refuses(
  'bounds inside of items and objects',
  ['empty-range', 'empty-range'],
  withField(
    '{ type: array, items: { type: object, fields: { a: { type: text, minLength: ▸2, maxLength: 1 }, b: { type: long, minimum: ▸2, maximum: 1 } } } }',
  ),
);

refuses(
  'a format with a pattern',
  'contradiction',
  withField('{ type: string, format: email, ▸pattern: a }'),
);
refuses(
  'an enum with lengths',
  ['contradiction', 'contradiction'],
  withField('{ type: string, enum: [a], ▸minLength: 1, ▸maxLength: 2 }'),
);
refuses(
  'an enum with a format',
  'contradiction',
  withField('{ type: string, enum: [a], ▸format: email }'),
);
refuses(
  'a length of a uuid',
  'contradiction',
  withField('{ type: string, format: uuid, ▸maxLength: 36 }'),
);
accepts('a length of an address', withField('{ type: string, format: email, maxLength: 100 }'));

refuses(
  'objects that are nested too deeply',
  'object-depth',
  withField(
    '{ type: object, fields: { a: { type: array, items: { type: object, fields: { b: { type: object, fields: { ▸c: { type: object, fields: { d: { type: date } } } } } } } } } }',
  ),
);
refuses(
  'a unique text that no index holds',
  'unique-length',
  withField('{ type: string, maxLength: 651, ▸unique: true }'),
);
accepts(
  'a unique text that an index holds',
  withField('{ type: string, maxLength: 650, unique: true }'),
);
accepts('a unique address', withField('{ type: uri, unique: true }'));
refuses(
  'a mistake of structure together with one of meaning',
  ['unknown-key', 'empty-range'],
  withField('{ type: integer, ▸minimun: 1, minimum: ▸3, maximum: 2 }'),
);

accepts(
  'an integer with values of its own, beyond 32 bits too',
  withField('{ type: integer, enum: [-1, 0, 5000000000], default: 0 }'),
);
refuses(
  'an integer with values and a bound',
  'contradiction',
  withField('{ type: integer, enum: [1, 2], ▸minimum: 1 }'),
);
refuses(
  'a default that is none of the values of an integer',
  'value',
  withField('{ type: integer, enum: [1, 2], default: ▸3 }'),
);
refuses(
  'a value of an integer that JSON readers do not keep',
  'bound',
  withField('{ type: integer, enum: [1, ▸9007199254740993] }'),
);
