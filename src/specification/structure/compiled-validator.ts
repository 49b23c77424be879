import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { FormatName } from 'ajv-formats';
import { shareParts, type JsonSchema } from '../shared-schema.ts';
import {
  isSource,
  keepCompiled,
  readCompiled,
  writeCompiled,
} from '../../compiled/compiled-code.ts';

/** What a validator is made from: plain data. */
export interface Validation {
  readonly schema: object;
  readonly options: Options;
  readonly formats: readonly FormatName[];
}

// Compiling the schema of a specification takes longer than all the rest of a start, and loading the compiler takes a while, too.
const require = createRequire(import.meta.url);

/** A validator from code that was made before; where there is none, it is compiled. */
export function validatorOf(validation: Validation, directory?: string): ValidateFunction {
  const name = nameOf(validation, isSource ? compilerVersions() : []);
  const made = readCompiled(name, directory) as ValidateFunction | undefined;
  if (made !== undefined) return made;
  const { validate, code } = compile(validation);
  keepCompiled(name, code, directory);
  return validate;
}

/** Makes the code of a validator for the package, where it serves whatever version of the compiler is installed. */
export function writeValidator(validation: Validation, directory: string): void {
  writeCompiled(nameOf(validation, []), compile(validation).code(), directory);
}

/** The name follows from all that the code follows from, so that no code is ever out of date. */
function nameOf(validation: Validation, versions: readonly string[]): string {
  return hash('sha256', JSON.stringify([versions, validation]));
}

/** Of the packages, and of the modules of this one that decide about the code: in a clone these change, too. */
function compilerVersions(): string[] {
  return [
    ...['ajv', 'ajv-formats'].map(
      (name) => (require(`${name}/package.json`) as { version: string }).version,
    ),
    ...[import.meta.filename, fileURLToPath(new URL('../shared-schema.ts', import.meta.url))].map(
      (path) => hash('sha256', readFileSync(path)),
    ),
  ];
}

function compile({ schema, options, formats }: Validation) {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as typeof import('ajv-formats');
  // Written once each, parts that are there several times make half as much code, which every start reads.
  const ajv = new Ajv2020({
    ...options,
    logger: false,
    inlineRefs: false,
    code: { source: true, optimize: 1 },
  });
  addFormats.default(ajv, [...formats]);
  const validate = ajv.compile(shareParts(schema as JsonSchema));
  const code = (): string => {
    const standalone =
      require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
    return standalone.default(ajv, validate);
  };
  return { validate, code };
}
