import type { ErrorObject } from 'ajv/dist/2020.js';
import { isMapping } from '../plain.ts';
import type { ServiceSection, Specification } from '../schema.ts';
import { pathOf, valueAt } from './locate.ts';
import { structureErrors } from './validator.ts';

/**
 * A specification from which everything is left out that has a mistake of structure, so that the other rules can be
 * checked on the rest. A resource without fields, no resource at all and a service without a name may remain.
 */
export interface ValidPart extends Omit<Specification, 'service'> {
  readonly service: Partial<ServiceSection>;
}

/** The parts of a value that have the right structure; `errors` are those of the whole. */
export function validPart(value: unknown, errors: readonly ErrorObject[]): ValidPart {
  const rest: Record<string, unknown> = isMapping(value) ? structuredClone(value) : {};
  let wrong = errors.filter((error) => !isTolerable(error));
  for (let round = 0; round < 30; round += 1) {
    for (const error of wrong) remove(rest, error);
    rest['service'] ??= {};
    rest['resources'] ??= {};
    if (wrong.length === 0 && isValidPart(rest)) return rest;
    wrong = structureErrors(rest).filter((error) => !isTolerable(error));
  }
  return { service: {}, resources: {} };
}

/** The errors that are left are tolerable, so all that is looked at here are the two sections that must be there. */
function isValidPart(rest: Record<string, unknown>): rest is Record<string, unknown> & ValidPart {
  return isMapping(rest['service']) && isMapping(rest['resources']);
}

/** Mistakes that do not make anything else unreadable. */
function isTolerable(error: ErrorObject): boolean {
  if (error.propertyName !== undefined || error.keyword === 'propertyNames') return true;
  if (error.keyword === 'maxProperties') return true;
  if (error.keyword === 'minProperties') {
    return (
      error.instancePath === '/resources' || /^\/resources\/[^/]*\/fields$/.test(error.instancePath)
    );
  }
  return error.keyword === 'required' && ['', '/service'].includes(error.instancePath);
}

/** Takes out the smallest thing that is wrong: the key itself, or the whole list that a wrong item is in. */
function remove(value: unknown, error: ErrorObject): void {
  const path = pathOf(error, value);
  if (error.keyword === 'additionalProperties')
    path.push(String(error.params['additionalProperty']));
  if (error.keyword === 'required' && isFieldsMissing(error)) {
    const resource = valueAt(value, path);
    if (isMapping(resource)) resource['fields'] = {};
    return;
  }
  while (typeof path.at(-1) === 'number') path.pop();
  const key = path.pop();
  const parent = valueAt(value, path);
  if (isMapping(parent) && key !== undefined) delete parent[key];
}

function isFieldsMissing(error: ErrorObject): boolean {
  const isResource = /^\/resources\/[^/]*$/.test(error.instancePath);
  return isResource && error.params['missingProperty'] === 'fields';
}
