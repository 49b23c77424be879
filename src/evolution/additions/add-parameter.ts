import type { IssueDetails } from '../../specification/issue.ts';
import type { ListParameter, ResolvedAddition } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { composeVersion } from '../compose/chain.ts';
import { linkStep } from '../compose/link.ts';
import { listTranslationOf } from '../compose/query-translation.ts';
import { fieldsOf } from '../compose/shape.ts';
import { withLaterAdditions } from '../draft/later-additions.ts';
import { newerNameOf, unknown, wayToHave, type Added, type Neighbours } from './add-field.ts';

/** A parameter of lists that a version gets, by its names. */
export interface AddedParameter extends Omit<ResolvedAddition, 'parameter'> {
  readonly parameter: ListParameter;
}

/** The older version with a filter or an order of lists that the newer one has for the same values. */
export function addParameter(neighbours: Neighbours, addition: AddedParameter): Added {
  const issue = whyNot(neighbours, addition);
  return issue === undefined
    ? { ok: true, specification: withParameter(neighbours.older, addition) }
    : { ok: false, issue };
}

function withParameter(
  older: Neighbours['older'],
  { resource, field, parameter }: AddedParameter,
): Neighbours['older'] {
  const endpoint = own(older.endpoints, resource);
  if (endpoint === undefined) return older;
  const extended = { ...endpoint, [parameter]: [...endpoint[parameter], field] };
  return { ...older, endpoints: { ...older.endpoints, [resource]: extended } };
}

function whyNot(neighbours: Neighbours, addition: AddedParameter): IssueDetails | undefined {
  const { from, to, older, newer } = neighbours;
  const { resource, field, parameter } = addition;
  const refuse = (message: string): IssueDetails => ({ code: 'not-addable', message });
  const endpoint = own(older.endpoints, resource);
  if (endpoint === undefined) {
    const message = `version ${from} has no resource "${resource}"`;
    return unknown(message, resource, Object.keys(older.endpoints));
  }
  const fields = fieldsOf(older, resource);
  if (!Object.hasOwn(fields, field)) {
    const message = `version ${from} has no field "${field}" of "${resource}"`;
    return unknown(message, field, Object.keys(fields));
  }
  if (!endpoint.methods.includes('list')) {
    return refuse(`version ${from} has no list of "${resource}"`);
  }
  if (endpoint[parameter].includes(field)) {
    return refuse(`clients of version ${from} can ${verbOf(parameter, resource, field)} already`);
  }
  if (newerNameOf(resource, neighbours) === undefined) {
    return refuse(`version ${to}, which comes after it, has no resource "${resource}" any more`);
  }
  const way = newerParameterOf(neighbours, addition);
  // The mistakes of the step are named where it is read.
  if (way === 'unknown') return undefined;
  const step = `contracts/${from}-to-${to}.yaml`;
  if (way === undefined) {
    const what = `${step} makes "${field}" of version ${from} in a way that a list cannot be asked for`;
    return refuse(`${what}; only what one field of version ${to} has can be added`);
  }
  const offered = own(newer.endpoints, way.resource)?.[parameter] ?? [];
  if (offered.includes(way.field)) return undefined;
  const wayOut = wayToHave(
    neighbours,
    `it into endpoints.${way.resource}.${parameter}`,
    `--${parameter} ${way.resource}.${way.field}`,
  );
  const cannot = `cannot ${verbOf(parameter, way.resource, way.field)}`;
  return unknown(
    `clients of version ${to}, which comes after it, ${cannot}; ${wayOut}`,
    way.field,
    offered,
  );
}

function verbOf(parameter: ListParameter, resource: string, field: string): string {
  return `${parameter} "${resource}" by "${field}"`;
}

/** How the newer version calls it; undefined: no field of it has the same values; unknown: the step has mistakes. */
export function newerParameterOf(
  neighbours: Neighbours,
  addition: AddedParameter,
): { readonly resource: string; readonly field: string } | 'unknown' | undefined {
  const { from, to, newer, changes = {}, isFrozen } = neighbours;
  const older = withParameter(neighbours.older, addition);
  const all = isFrozen ? withLaterAdditions({ from, to, older, newer }, changes) : changes;
  const linking = linkStep(`${from}-to-${to}`, all, older, newer);
  if (!linking.ok) return 'unknown';
  const composed = composeVersion(from, [linking.step]).resources.find(
    (each) => each.older === addition.resource,
  );
  const member = composed?.down.find(({ name }) => name === addition.field);
  if (composed === undefined || member === undefined) return undefined;
  if (!composed.list[addition.parameter].includes(addition.field)) return undefined;
  const asked = listTranslationOf(member, composed);
  const [field, ...others] = asked.from;
  const isKept = (addition.parameter === 'filter' ? asked.equal : asked.sort) !== undefined;
  return field === undefined || others.length > 0 || !isKept
    ? undefined
    : { resource: composed.newest, field };
}
