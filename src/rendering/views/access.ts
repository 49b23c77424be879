import { isDeepStrictEqual } from 'node:util';
import { formerClaimValues } from '../../evolution/compose/former-claims.ts';
import type { ResourceModel, ResourceNames, ServiceModel } from '../../model/model.ts';
import { resourcesByName } from '../../model/once.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';
import { hasGrants, hasMemberAccess, primaryMechanism } from '../features.ts';
import { uniqueKeys } from './samples/unique-keys.ts';

/** Under which name those who may do it stand: who may list may read. */
const verbs: Readonly<Record<string, string>> = { list: 'read' };

/** Who may do what with a resource, and which of its rows exist for whom, as the templates of one resource show it. */
export function accessView(model: ServiceModel, resource: ResourceModel) {
  const { access, parents, references, machine, actions } = resource;
  const kinds = resourcesByName(model);
  const kindOf = ({ name }: ResourceNames) => kinds.get(name) ?? resource;
  const parent = parents.slice(-1).map(kindOf);
  // The address names what it lives in; a field may refer to another one of that kind.
  const within = parents.at(-1)?.idParameter;
  const targets = references
    .filter(({ member: name }) => name !== within)
    .map(({ member, target }) => ({ member, target: kindOf(target) }))
    .filter(({ target }) => hasRowFilter(target, kindOf));
  const sent = [...(machine?.transitions ?? []), ...actions].flatMap(({ name, inputs }) => {
    const members = inputs.flatMap(({ name: member, target }) =>
      target === undefined ? [] : [{ member, target: kindOf(target) }],
    );
    return members.length === 0 ? [] : [{ name, members }];
  });
  const stores = [
    ...parent,
    ...targets.map(({ target }) => target),
    ...sent.flatMap(({ members }) => members.map(({ target }) => target)),
  ];
  const ancestors = [resource, ...stores].flatMap((each) => ancestorsOf(each, kindOf));
  const ruling = [...stores, ...ancestors].filter((each) => each.access.rules.length > 0);
  return {
    hasGrants: access.grants !== undefined,
    grants: Object.entries(access.grants ?? {}).map(([verb, grants]) => ({
      verb: propertyName(verb),
      grants,
    })),
    attributeRules: access.rules.map(({ name, claim, unless }) => {
      const formerly = formerClaimValues(model.older, resource.name, name);
      return {
        member: name,
        claim,
        unless,
        formerly: Object.keys(formerly).length === 0 ? [] : [formerly],
      };
    }),
    hasAttributeRules: access.rules.length > 0,
    checksAttributes: access.rules.length > 0 || targets.length > 0,
    primaryMechanism: primaryMechanism(model),
    ruleMembers: access.rules.map(({ name }) => name),
    uniqueWithin: uniqueWithin(resource),
    uniqueAcross: uniqueAcross(resource),
    hasMemberAccess: hasMemberAccess(resource),
    parentCode: parent.map((each) => filteredStore(each, kindOf)),
    ancestors: ancestorsOf(resource, kindOf).map(ancestorCode),
    targets: targets.map(({ member, target }) => ({
      member: propertyName(member),
      store: filteredStore(target, kindOf),
    })),
    inputTargets: sent.map(({ name, members }) => ({
      customOperation: propertyName(name),
      members: members.map(({ member, target }) => ({
        member: propertyName(member),
        store: filteredStore(target, kindOf),
      })),
    })),
    otherStores: importsFrom(resource, [
      ...stores.map((each) => [each, `${each.camel}Store`] as const),
      ...ancestors.map((each) => [each, `${each.camel}Table`] as const),
    ]),
    otherAccess: importsFrom(
      resource,
      ruling.map((each) => [each, `${each.camel}Attributes`] as const),
    ),
  };
}

/** What a client that meets a taken value has said nothing of. */
function uniqueWithin(resource: ResourceModel): string[] {
  const isUnique = uniqueKeys(resource).length > 0;
  return isUnique ? resource.access.within.map(({ name }) => name) : [];
}

/** What is unique in members that all is unique within, unless it is so without them as well. */
function uniqueAcross(resource: ResourceModel): (readonly string[])[] {
  const within = new Set(uniqueWithin(resource));
  const rest = (key: readonly string[]) => key.filter((name) => !within.has(name));
  const keys = uniqueKeys(resource);
  const plain = keys.filter((key) => rest(key).length === key.length);
  return keys.filter(
    (key) => !plain.includes(key) && !plain.some((other) => isSameSet(other, rest(key))),
  );
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return isDeepStrictEqual(new Set(one), new Set(other));
}

/** An operation with those who may do it; the same where everybody may. */
export function withGrants(
  model: ServiceModel,
  { camel }: ResourceModel,
  name: string,
  operation: Code,
): Code {
  if (!hasGrants(model)) return operation;
  const grants = member(identifier(`${camel}Grants`), verbs[name] ?? name);
  return code`${identifier('grantedTo')}(${grants}, ${operation})`;
}

type KindOf = (names: ResourceNames) => ResourceModel;

/** Its parents, the outermost one first, if row rules hold for any of them. */
function ancestorsOf({ parents }: ResourceModel, kindOf: KindOf): ResourceModel[] {
  const kinds = parents.map(kindOf);
  return kinds.some(({ access }) => access.rules.length > 0) ? kinds : [];
}

/** True when some rows of it do not exist for some callers. */
function hasRowFilter(kind: ResourceModel, kindOf: KindOf): boolean {
  return kind.access.rules.length > 0 || ancestorsOf(kind, kindOf).length > 0;
}

function ancestorCode(kind: ResourceModel): Code {
  const table = code`table: ${identifier(`${kind.camel}Table`)}(${identifier('database')})`;
  return code`{ ${join([table, ...allowedValues(kind)], ', ')} }`;
}

function filteredStore(kind: ResourceModel, kindOf: KindOf): Code {
  const store = code`${identifier(`${kind.camel}Store`)}(${identifier('database')})`;
  if (!hasRowFilter(kind, kindOf)) return store;
  const ancestors = ancestorsOf(kind, kindOf).map(ancestorCode);
  const parts = [
    code`...${store}`,
    ...allowedValues(kind),
    ...(ancestors.length === 0 ? [] : [code`ancestors: [${join(ancestors, ', ')}]`]),
  ];
  return code`{ ${join(parts, ', ')} }`;
}

function allowedValues({ camel, access }: ResourceModel): Code[] {
  return access.rules.length === 0
    ? []
    : [code`allowedValues: ${identifier(`${camel}Attributes`)}.allowedValues`];
}

function importsFrom(
  own: ResourceModel,
  wanted: readonly (readonly [ResourceModel, string])[],
): { name: string; names: Code }[] {
  const byKind = new Map<string, Set<string>>();
  for (const [kind, name] of wanted) {
    // Its own it has anyway.
    if (kind.name === own.name) continue;
    byKind.set(kind.name, (byKind.get(kind.name) ?? new Set()).add(name));
  }
  return [...byKind]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, names]) => ({ name, names: join([...names].toSorted().map(identifier), ', ') }));
}

const plainName = /^[A-Za-z][A-Za-z0-9]*$/;

function member(object: Code, name: string): Code {
  return plainName.test(name) ? code`${object}.${identifier(name)}` : code`${object}[${name}]`;
}

function propertyName(name: string): Code {
  return plainName.test(name) ? identifier(name) : literal(name);
}
