import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { definitions, specificationSchema, type Specification } from '../schema.ts';
import { validatorOf, type Validation } from './compiled-validator.ts';

export const specificationValidation: Validation = {
  schema: { ...specificationSchema, $defs: definitions },
  options: { allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true },
  formats: ['email'],
};

let compiled: ValidateFunction | undefined;

/** Values that were found to be specifications: reading asks twice, and it takes long where there are many resources. */
const sound = new WeakSet();

/** Everything in the value that differs from the schema; empty where nothing does. */
export function structureErrors(value: unknown): ErrorObject[] {
  compiled ??= validatorOf(specificationValidation);
  if (!compiled(value)) return compiled.errors ?? [];
  if (typeof value === 'object' && value !== null) sound.add(value);
  return [];
}

/** Whether the structure of the value is that of a specification. */
export function isSpecification(value: unknown): value is Specification {
  const isFound = typeof value === 'object' && value !== null && sound.has(value);
  return isFound || structureErrors(value).length === 0;
}
