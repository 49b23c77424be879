import { isObject } from '../../endpoints/json-object.ts';
import { tokensOf } from '../../endpoints/json-pointer.ts';
import type { QueryValues } from '../../endpoints/query.ts';
import type { DeprecatedMember, DeprecatedParameter, DeprecatedParts } from './feature.ts';

/** Names of the deprecated features that a query asks by: filters, values that they look for, and orders. */
export function usesInQuery(
  { filters = [], sorts = [] }: DeprecatedParts,
  query: QueryValues,
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [parameter, texts] of query) {
    const [member = parameter] = parameter.split('[', 1);
    for (const filter of filters) {
      if (filter.member === member) noteParameter(filter, texts, used);
    }
  }
  for (const text of sorts.length === 0 ? [] : (query.get('sort') ?? [])) {
    const [member] = text.split(',', 1);
    for (const sort of sorts) if (sort.member === member) noteParameter(sort, [], used);
  }
  return used;
}

function noteParameter(
  { features = [], values = [] }: DeprecatedParameter,
  texts: readonly string[],
  used: Set<string>,
): void {
  for (const feature of features) used.add(feature);
  for (const { value, feature } of values) {
    // Several values of one parameter are separated by commas.
    if (texts.some((text) => text === value || text.split(',').includes(value))) used.add(feature);
  }
}

/**
 * Names of the deprecated features that a body names, before anything of it is validated. What a patch removes counts as well:
 * where the member is unknown, it is refused.
 */
export function usesInBody(
  members: readonly DeprecatedMember[],
  body: unknown,
  mediaType: string,
): ReadonlySet<string> {
  const used = new Set<string>();
  if (mediaType !== 'application/json-patch+json') lookInto(members, body, used);
  else if (Array.isArray(body)) for (const change of body) lookAtChange(members, change, used);
  return used;
}

function lookInto(members: readonly DeprecatedMember[], value: unknown, used: Set<string>): void {
  for (const each of Array.isArray(value) ? value : [value]) {
    if (!isObject(each)) continue;
    for (const member of members) {
      if (Object.hasOwn(each, member.name)) lookAt(member, each[member.name], used);
    }
  }
}

function lookAt(
  { feature, values = [], members }: DeprecatedMember,
  value: unknown,
  used: Set<string>,
): void {
  if (feature !== undefined) used.add(feature);
  for (const each of values) {
    if (value === each.value || (Array.isArray(value) && value.includes(each.value))) {
      used.add(each.feature);
    }
  }
  if (members !== undefined) lookInto(members, value, used);
}

/** One operation of a JSON Patch (RFC 6902, section 4). */
function lookAtChange(
  members: readonly DeprecatedMember[],
  change: unknown,
  used: Set<string>,
): void {
  if (!isObject(change)) return;
  for (const pointer of [change['from'], change['path']]) {
    if (typeof pointer !== 'string') continue;
    const isTarget = pointer === change['path'];
    // What stands for an item of a list says nothing of the members of the item.
    const tokens = tokensOf(pointer).filter((token) => !/^(\d+|-)$/.test(token));
    lookBelow(members, tokens, isTarget ? change['value'] : undefined, used);
  }
}

function lookBelow(
  members: readonly DeprecatedMember[],
  [token, ...others]: readonly string[],
  value: unknown,
  used: Set<string>,
): void {
  if (token === undefined) {
    lookInto(members, value, used);
    return;
  }
  const member = members.find(({ name }) => name === token);
  if (member === undefined) return;
  if (others.length === 0) {
    lookAt(member, value, used);
    return;
  }
  if (member.feature !== undefined) used.add(member.feature);
  lookBelow(member.members ?? [], others, value, used);
}
