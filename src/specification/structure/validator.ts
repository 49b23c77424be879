import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { definitions, specificationSchema, type Specification } from '../schema.ts';
import { validatorOf, type Validation } from './compiled-validator.ts';

export const specificationValidation: Validation = {
  schema: { ...specificationSchema, $defs: definitions },
  options: { allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true },
  formats: ['email'],
};

let compiled: ValidateFunction | undefined;

/** Everything in the value that differs from the schema; empty where nothing does. */
export function structureErrors(value: unknown): ErrorObject[] {
  compiled ??= validatorOf(specificationValidation);
  return compiled(value) ? [] : (compiled.errors ?? []);
}

/** Whether the structure of the value is that of a specification. */
export function isSpecification(value: unknown): value is Specification {
  return structureErrors(value).length === 0;
}
