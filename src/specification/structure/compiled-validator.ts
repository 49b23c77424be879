import { hash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { FormatName } from 'ajv-formats';

/** What a validator is made from: plain data. */
export interface Validation {
  readonly schema: object;
  readonly options: Options;
  readonly formats: readonly FormatName[];
}

// Compiling the schema of a specification takes longer than all the rest of a start, and loading the compiler takes a while, too.
const require = createRequire(import.meta.url);
const isSource = import.meta.url.endsWith('.ts');

/** The code of validators: in the package made by the build, in a clone made when it is needed first. */
const ownDirectory = fileURLToPath(
  new URL(
    isSource ? '../../../node_modules/.cache/generator-resource-service' : '../../../validators',
    import.meta.url,
  ),
);

/** A validator from code that was made before; where there is none, it is compiled. */
export function validatorOf(validation: Validation, directory = ownDirectory): ValidateFunction {
  const path = pathOf(validation, directory, isSource ? compilerVersions() : []);
  try {
    return require(path) as ValidateFunction;
  } catch {
    // There is none, or it cannot be read: it is made below.
  }
  const { validate, code } = compile(validation);
  if (isSource) {
    try {
      write(path, directory, code());
    } catch {
      // The next start compiles it again.
    }
  }
  return validate;
}

/** Makes the code of a validator for the package, where it serves whatever version of the compiler is installed. */
export function writeValidator(validation: Validation, directory: string): void {
  write(pathOf(validation, directory, []), directory, compile(validation).code());
}

/** The name follows from all that the code follows from, so that no code is ever out of date. */
function pathOf(validation: Validation, directory: string, versions: readonly string[]): string {
  return join(directory, `${hash('sha256', JSON.stringify([versions, validation]))}.cjs`);
}

function compilerVersions(): string[] {
  return ['ajv', 'ajv-formats'].map(
    (name) => (require(`${name}/package.json`) as { version: string }).version,
  );
}

function compile({ schema, options, formats }: Validation) {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as typeof import('ajv-formats');
  // It takes longer to optimise the code than it saves.
  const ajv = new Ajv2020({ ...options, logger: false, code: { source: true, optimize: false } });
  addFormats.default(ajv, [...formats]);
  const validate = ajv.compile(schema);
  const code = (): string => {
    const standalone =
      require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
    return standalone.default(ajv, validate);
  };
  return { validate, code };
}

/** Writes to another name first, so that a reader never sees half of the file. */
function write(path: string, directory: string, code: string): void {
  mkdirSync(directory, { recursive: true });
  const staged = `${path}.${String(process.pid)}`;
  writeFileSync(staged, code);
  renameSync(staged, path);
}
