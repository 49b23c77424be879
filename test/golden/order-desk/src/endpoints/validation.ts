import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { formats } from './formats.ts';
import { keywords, uniqueItems } from './keywords.ts';

/** Nothing is coerced and nothing is removed: what a client sends is what is checked. */
const ajv = new Ajv2020({
  allErrors: true,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  messages: true,
  verbose: false,
  formats,
  // Those that only tell something are named, so that a mistyped one is still an error.
  keywords: [...keywords, 'x-immutable'],
});
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Compiled on first use, so that a service with many resources starts as fast as one with few. */
function validatorOf(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** Every violation of a schema by a value; defaults of absent members are filled in. */
export function violationsOf(
  schema: TSchema,
  value: unknown,
  within: Violation['in'],
): Violation[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => violation(error, within));
}

/** @throws {Problem} that lists every violation */
export function checkBody(schema: TSchema, value: unknown): void {
  const errors = violationsOf(schema, value, 'body');
  if (errors.length > 0) throw new Problem(builtIn.validationFailed, { errors });
}

function violation(error: ErrorObject, within: Violation['in']): Violation {
  const { params, instancePath, keyword } = error as ErrorObject<string, Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return at(
        within,
        `${instancePath}/${escape(params['missingProperty'])}`,
        'required',
        'is required',
      );
    case 'additionalProperties':
      return at(
        within,
        `${instancePath}/${escape(params['additionalProperty'])}`,
        'unknown-member',
        'is not a member of this resource',
      );
    case 'enum':
      return at(within, instancePath, 'enum', `must be one of ${list(params['allowedValues'])}`);
    case 'type':
      return at(
        within,
        instancePath,
        'type',
        `must be of type ${[params['type']].flat().join(' or ')}`,
      );
    default:
      return at(within, instancePath, keyword.replace(/^x-/, ''), error.message ?? 'is not valid');
  }
}

function at(within: Violation['in'], place: string, code: string, detail: string): Violation {
  return { in: within, at: place.slice(0, 500), code, detail };
}

/** RFC 6901, section 3. */
function escape(name: unknown): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}
