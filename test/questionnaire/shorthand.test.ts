import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from '../../src/questionnaire/shorthand/read.ts';
import { writeField } from '../../src/questionnaire/shorthand/write.ts';

const fields: readonly (readonly [token: string, name: string, field: object])[] = [
  ['reference', 'reference', { type: 'string' }],
  ['reference!', 'reference', { type: 'string', required: true }],
  ['total:decimal!', 'total', { type: 'decimal', required: true }],
  ['note:text?', 'note', { type: 'text', nullable: true }],
  ['code:string!*', 'code', { type: 'string', required: true, unique: true }],
  ['code:string*!', 'code', { type: 'string', required: true, unique: true }],
  ['sku:string(40)', 'sku', { type: 'string', maxLength: 40 }],
  ['sku:string(2..40)', 'sku', { type: 'string', minLength: 2, maxLength: 40 }],
  ['sku:text(2..)', 'sku', { type: 'text', minLength: 2 }],
  ['age:integer(0..150)', 'age', { type: 'integer', minimum: 0, maximum: 150 }],
  ['stars:integer(1,2,5)', 'stars', { type: 'integer', enum: [1, 2, 5] }],
  ['share:number(-0.5..1)', 'share', { type: 'number', minimum: -0.5, maximum: 1 }],
  ['big:long(..9223372036854775807)', 'big', { type: 'long', maximum: '9223372036854775807' }],
  ['sum:decimal(12,2)', 'sum', { type: 'decimal', precision: 12, scale: 2 }],
  ['sum:decimal(0.10..)', 'sum', { type: 'decimal', minimum: '0.10' }],
  [
    'sum:decimal(12,2,0..99)',
    'sum',
    { type: 'decimal', precision: 12, scale: 2, minimum: 0, maximum: 99 },
  ],
  ['dueAt:date-time', 'dueAt', { type: 'date-time' }],
  ['photo:binary(1000)', 'photo', { type: 'binary', maxLength: 1000 }],
  ['currency:enum(EUR,USD)', 'currency', { type: 'enum', values: ['EUR', 'USD'] }],
  [
    'state:enum(in stock, sold out)="in stock"',
    'state',
    { type: 'enum', values: ['in stock', 'sold out'], default: 'in stock' },
  ],
  ['order:reference(order)', 'order', { type: 'reference', to: 'order' }],
  [
    'order:reference(order,cascade)',
    'order',
    { type: 'reference', to: 'order', onDelete: 'cascade' },
  ],
  ['tags:string[]', 'tags', { type: 'array', items: { type: 'string' } }],
  [
    'tags:string(40)[1..20]?',
    'tags',
    {
      type: 'array',
      items: { type: 'string', maxLength: 40 },
      minItems: 1,
      maxItems: 20,
      nullable: true,
    },
  ],
  ['tags:string[5]', 'tags', { type: 'array', items: { type: 'string' }, maxItems: 5 }],
  [
    'shipTo:object(street city:string(80)!, tags:string[])',
    'shipTo',
    {
      type: 'object',
      fields: {
        street: { type: 'string' },
        city: { type: 'string', maxLength: 80, required: true },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  ],
  ['count:integer=3', 'count', { type: 'integer', default: 3 }],
  ['open:boolean=true', 'open', { type: 'boolean', default: true }],
  ['title=x', 'title', { type: 'string', default: 'x' }],
  ['title="say ""hi"" there"', 'title', { type: 'string', default: 'say "hi" there' }],
  [
    'tags:string[]=["a","b"]',
    'tags',
    { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
  ],
  ['title?="New item"', 'title', { type: 'string', nullable: true, default: 'New item' }],
];

for (const [token, name, field] of fields) {
  test(`${token} is understood`, () => {
    const [typed] = readFields(token);
    assert.deepEqual(typed?.kind === 'field' && [typed.name, typed.field], [name, field]);
  });
}

test('a field written in the shorthand is read back the same', () => {
  for (const [token] of fields) {
    const [typed] = readFields(token);
    assert.ok(typed?.kind === 'field');
    const [again] = readFields(writeField(typed.name, typed.field));
    assert.deepEqual(again?.kind === 'field' && again.field, typed.field, token);
  }
});

test('fields are separated by spaces, except inside parentheses and quotes', () => {
  const typed = readFields('  a:enum(x y, z)   b="one two"\tc:object(d e) -f ');
  assert.deepEqual(
    typed.map(({ kind, token }) => [kind, token]),
    [
      ['field', 'a:enum(x y, z)'],
      ['field', 'b="one two"'],
      ['field', 'c:object(d e)'],
      ['removal', '-f'],
    ],
  );
});

const mistakes: readonly (readonly [token: string, problem: RegExp])[] = [
  ['a:strin', /"strin" is no type; did you mean string\?/],
  ['a:int', /did you mean integer\?/],
  ['a:datetime', /did you mean date-time\?/],
  ['a:list', /a list is written string\[\]/],
  ['a:xyzzy', /the types are string, text/],
  ['a:', /no type after the colon/],
  [':string', /it has no name/],
  ['!', /it has no name/],
  ['a:string(', /parenthesis is not closed/],
  ['a=" ', /double quote is not closed/],
  ['a=5"', /double quote is not closed/],
  ['a="b"c"', /double quote is not closed/],
  ['a:string(x)', /a length is written string\(80\)/],
  ['a:string!!', /says something twice/],
  ['a:string!x', /"x" is not understood after a:string!/],
  ['a:string[x]', /number of items/],
  ['a:string[][]', /"\[\]" is not understood/],
  ['a:enum', /allowed values are missing/],
  ['a:reference()', /resource that is referred to is missing/],
  ['a:object', /members are missing/],
  ['a:object(b:strin)', /member b:strin: "strin" is no type/],
  ['a:object(b b)', /member b is there twice/],
  ['a:boolean(3)', /boolean takes nothing/],
  ['a:integer(5)', /bounds are written integer\(1\.\.999\)/],
  ['a:decimal(1,2,3)', /a decimal is written decimal\(12,2\)/],
  ['a:integer=x', /"x" is no integer/],
  ['a:boolean=yes', /"yes" is no boolean/],
  ['priority:enum(low|high)', /"low\|high" would be one; .* by commas: enum\(low,high\)/],
  ['priority:enum(low/high)!', /separated by commas: enum\(low,high\)/],
  ['level:integer(1|2|5)', /separated by commas: integer\(1,2,5\)/],
];

for (const [token, problem] of mistakes) {
  test(`${token} is a mistake that says how it is written`, () => {
    const [typed] = readFields(token);
    assert.ok(typed?.kind === 'mistake', typed?.kind);
    assert.equal(typed.token, token);
    assert.match(typed.problem, problem);
  });
}

test('one mistake leaves the other fields of the line as they are', () => {
  const kinds = readFields('a:string b:strin c:date').map(({ kind }) => kind);
  assert.deepEqual(kinds, ['field', 'mistake', 'field']);
});

test('a name that is twice on a line is a mistake', () => {
  const [, second] = readFields('a:string a:date');
  assert.equal(second?.kind, 'mistake');
});
