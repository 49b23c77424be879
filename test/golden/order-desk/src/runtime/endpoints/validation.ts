import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { maxErrors } from '../errors/problem-document.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { boundLoops } from './bounded-keywords.ts';
import type { Wording } from './languages/texts.ts';
import { format, keywords, multipleOf, pattern, uniqueItems } from './keywords.ts';

/** Made on first use, as everything that a start can do without. */
let made: Ajv2020 | undefined;

/** Nothing is coerced and nothing is removed: what a client sends is what is checked. */
function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    // Schemas are the service's own, and typed: to check them as well would take a fifth of a start.
    validateSchema: false,
    messages: true,
    // Errors then know the format of the member.
    verbose: true,
    // Those that only tell something are named, so that a mistyped one is still an error.
    keywords: [...keywords, 'x-immutable', 'x-readableBy', 'x-writableBy'],
  });
  boundLoops(ajv);
  for (const own of [uniqueItems, multipleOf, pattern, format]) {
    ajv.removeKeyword(String(own.keyword)).addKeyword(own);
  }
  return ajv;
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Compiled on first use, so that a service with many resources starts as fast as one with few. */
function validatorOf(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = (made ??= makeAjv()).compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** Violations of a schema by a value, as many as a problem shows; defaults of absent members are filled in. */
export function violationsOf(
  schema: TSchema,
  value: unknown,
  within: Violation['in'],
): Violation[] {
  return allViolationsOf(schema, value, within).slice(0, maxErrors);
}

function allViolationsOf(schema: TSchema, value: unknown, within: Violation['in']): Violation[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => violation(error, within));
}

/** @throws {Problem} that lists the violations */
export function checkBody(schema: TSchema, value: unknown): void {
  const errors = violationsOf(schema, value, 'body');
  if (errors.length > 0) throw new Problem(builtIn.validationFailed, { errors });
}

/**
 * Checks what a change made of a resource. Members that it left as they were are not refused: the schema may have become narrower since
 * they were stored.
 *
 * @throws {Problem} that lists the violations of members that are changed
 */
export function checkChanged(
  schema: TSchema,
  changed: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): void {
  const isKept = ({ at: place }: Violation): boolean => {
    const [, member = ''] = place.split('/');
    const name = Object.keys(changed).find((each) => pointerToken(each) === member);
    return name !== undefined && isDeepStrictEqual(before[name], changed[name]);
  };
  const errors = allViolationsOf(schema, changed, 'body').filter((each) => !isKept(each));
  if (errors.length > 0) {
    throw new Problem(builtIn.validationFailed, { errors: errors.slice(0, maxErrors) });
  }
}

function violation(error: ErrorObject, within: Violation['in']): Violation {
  const { params, instancePath, keyword } = error as ErrorObject<string, Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return at(
        within,
        `${instancePath}/${pointerToken(params['missingProperty'])}`,
        'required',
        ({ violations }) => violations.required,
      );
    case 'additionalProperties':
      return at(
        within,
        `${instancePath}/${pointerToken(params['additionalProperty'])}`,
        'unknown-member',
        ({ violations }) => violations.unknownMember,
      );
    default:
      return at(
        within,
        instancePath,
        keyword.replace(/^x-/, ''),
        reasonOfFormat(error) ?? reasonOf(keyword, params),
      );
  }
}

/** Of numbers and durations, which are text on the wire and whose type and pattern say little to a person. */
function reasonOfFormat({ keyword, parentSchema }: ErrorObject): Wording | undefined {
  if (keyword !== 'type' && keyword !== 'pattern') return undefined;
  const { format } = (parentSchema ?? {}) as { readonly format?: string };
  if (format === 'decimal') return ({ violations }) => violations.decimal;
  if (format === 'iso-duration') return ({ violations }) => violations.duration;
  return format === 'int64' ? ({ violations }) => violations.long : undefined;
}

/** Why a value breaks a keyword of JSON Schema or of ours. */
function reasonOf(keyword: string, params: Readonly<Record<string, unknown>>): Wording {
  const limit = typeof params['limit'] === 'number' ? params['limit'] : String(params['limit']);
  return ({ violations }) => {
    switch (keyword) {
      case 'enum':
        return violations.enum([params['allowedValues']].flat());
      case 'type':
        return violations.type([params['type']].flat().map(String));
      case 'minimum':
      case 'x-minimum':
        return violations.minimum(limit);
      case 'maximum':
      case 'x-maximum':
        return violations.maximum(limit);
      case 'exclusiveMinimum':
      case 'x-exclusiveMinimum':
        return violations.exclusiveMinimum(limit);
      case 'exclusiveMaximum':
      case 'x-exclusiveMaximum':
        return violations.exclusiveMaximum(limit);
      case 'multipleOf':
        return violations.multipleOf(String(params['multipleOf']));
      case 'x-multipleOf':
        return violations.multipleOf(limit);
      case 'minLength':
        return violations.minLength(limit);
      case 'maxLength':
        return violations.maxLength(limit);
      case 'minItems':
        return violations.minItems(limit);
      case 'maxItems':
        return violations.maxItems(limit);
      case 'uniqueItems':
        return violations.uniqueItems;
      case 'pattern':
        return violations.pattern(String(params['pattern']));
      case 'format':
        return violations.format(String(params['format']));
      case 'x-maxBytes':
        return violations.maxBytes;
      case 'x-maxLength':
        return violations.jsonLength;
      default:
        return violations.other;
    }
  };
}

function at(within: Violation['in'], place: string, code: string, detail: Wording): Violation {
  return { in: within, at: place.slice(0, 500), code, detail };
}

/** RFC 6901, section 3. */
export function pointerToken(name: unknown): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
