import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { definitions, specificationSchema, type Specification } from '../schema.ts';

let compiled: ValidateFunction | undefined;

/** Everything in the value that differs from the schema; empty where nothing does. */
export function structureErrors(value: unknown): ErrorObject[] {
  compiled ??= compile();
  return compiled(value) ? [] : (compiled.errors ?? []);
}

/** Whether the structure of the value is that of a specification. */
export function isSpecification(value: unknown): value is Specification {
  return structureErrors(value).length === 0;
}

function compile(): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    logger: false,
    // It takes longer to optimise the code than to run it once.
    code: { optimize: false },
  });
  addFormats.default(ajv, ['email']);
  return ajv.compile({ ...specificationSchema, $defs: definitions });
}
