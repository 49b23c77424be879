import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import {
  validatorOf,
  type Validation,
} from '../../src/specification/structure/compiled-validator.ts';
import { specificationValidation } from '../../src/specification/structure/validator.ts';
import { exampleText } from '../support/generated.ts';

const directory = mkdtempSync(join(tmpdir(), 'validators-'));
after(() => rmSync(directory, { recursive: true }));

const validation: Validation = {
  schema: { type: 'object', properties: { mail: { type: 'string', format: 'email' } } },
  options: { allErrors: true },
  formats: ['email'],
};
const codeOf = (path = directory) => readdirSync(path).filter((name) => name.endsWith('.cjs'));

test('code that was made before finds what the compiled schema finds', () => {
  const { schema, options, formats } = specificationValidation;
  const ajv = new Ajv2020({ ...options, logger: false });
  addFormats.default(ajv, [...formats]);
  const expected = ajv.compile(schema);
  const own = join(directory, 'specification');
  validatorOf(specificationValidation, own);
  assert.equal(codeOf(own).length, 1);
  const actual = validatorOf(specificationValidation, own);
  const example = exampleText('order-desk');
  // Each line of the example once left out: most of that is wrong, and in another way each time.
  const lines = example.split('\n');
  const texts = lines.map((_, index) => lines.toSpliced(index, 1).join('\n'));
  let wrong = 0;
  for (const text of [example, '', '[]', 'service: { name: 3, contact: 1 }', ...texts]) {
    const value = valueOf(text);
    const isValid = expected(value);
    if (!isValid) wrong += 1;
    assert.equal(actual(value), isValid);
    assert.deepEqual(told(actual.errors), told(expected.errors));
  }
  assert.ok(wrong > 5);
});

/** Without the places in the schema: the code knows parts that are there several times by a name. */
function told(errors: ErrorObject[] | null | undefined) {
  return errors?.map(({ schemaPath: _, schema: __, parentSchema: ___, ...error }) => error);
}

function valueOf(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return text;
  }
}

test('another schema, other options and other formats have code of their own', () => {
  const own = join(directory, 'keys');
  for (const others of [
    {},
    { schema: { type: 'object' } },
    { options: { allErrors: false } },
    { formats: ['email', 'uri'] as const },
  ]) {
    validatorOf({ ...validation, ...others }, own);
  }
  assert.equal(codeOf(own).length, 4);
});

test('damaged code is made again', () => {
  const own = join(directory, 'damaged');
  validatorOf(validation, own);
  const [path = ''] = codeOf(own).map((name) => join(own, name));
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, code.slice(0, code.length / 2));
  assert.equal(validatorOf(validation, own)({ mail: 'nobody' }), false);
  assert.equal(readFileSync(path, 'utf8'), code);
});

test('where no code can be written, the schema is compiled each time', () => {
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  assert.equal(validatorOf(validation, join(file, 'below'))({ mail: 'nobody' }), false);
});
