import { pluralOf } from '../names/plural.ts';
import { isMapping, own } from '../plain.ts';
import type { Field, Input, Item, Member, Resource } from '../schema.ts';
import { valueAt } from '../structure/locate.ts';
import type { ValidPart } from '../structure/valid-part.ts';

/** What the rules beyond structure look at. */
export interface CheckContext {
  /** The parts of the file that have the right structure. */
  readonly valid: ValidPart;
  /** The whole file as it is written, for names that exist although what they name has a mistake. */
  readonly raw: unknown;
}

/** Anything that has a type: a field of a resource, an input, a member of an object or an item of an array. */
export type Typed = Field | Input | Member | Item;

/** The resources, with their names. */
export function resourcesOf(context: CheckContext): [string, Resource][] {
  return Object.entries(context.valid.resources);
}

/** All names of resources as written. */
export function resourceNames(context: CheckContext): string[] {
  return namesAt(context.raw, ['resources']);
}

/** All names of the fields of a resource as written. */
export function fieldNames(context: CheckContext, resource: string): string[] {
  return namesAt(context.raw, ['resources', resource, 'fields']);
}

/** The collection of a resource: its plural as written, or as it is made of the name. */
export function pluralAsWritten(context: CheckContext, resource: string): string {
  return own(context.valid.resources, resource)?.plural ?? pluralOf(resource);
}

/** All names in the section `states` as written. */
export function machineNames(context: CheckContext): string[] {
  return namesAt(context.raw, ['states']);
}

/** All names of the transitions of a resource as written. */
export function transitionNames(context: CheckContext, resource: string): string[] {
  return namesAt(context.raw, ['states', resource, 'transitions']);
}

/** All names of the actions of a resource as written. */
export function actionNames(context: CheckContext, resource: string): string[] {
  return namesAt(context.raw, ['endpoints', resource, 'actions']);
}

/** All names in the section `endpoints` as written. */
export function endpointNames(context: CheckContext): string[] {
  return namesAt(context.raw, ['endpoints']);
}

/** How many examples of a resource are written; undefined where there is no list of them. */
export function exampleCount(context: CheckContext, resource: string): number | undefined {
  const examples = valueAt(context.raw, ['resources', resource, 'examples']);
  return Array.isArray(examples) ? examples.length : undefined;
}

function namesAt(value: unknown, path: string[]): string[] {
  const names = valueAt(value, path);
  return isMapping(names) ? Object.keys(names) : [];
}
