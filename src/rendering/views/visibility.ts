import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { isNameClaim } from '../../specification/values/client-names.ts';
import { attributeSamples } from './claim-samples.ts';
import { hasGrants, hasAnyMemberAccess, hasRules } from '../features.ts';
import { grantingView } from './granting.ts';

/** Which readers get which events, for tests: derived from the specification, and not from the code that delivers them. */
export function visibilityView(model: ServiceModel) {
  const { specification } = model;
  const emitting = model.resources.filter(({ events }) => events.length > 0);
  const kinds = emitting.map((resource) => {
    const rules = [...resource.parents, resource].flatMap(({ name }) =>
      attributeSamples(specification, name).map((rule) => ({ ...rule, kind: name })),
    );
    return {
      name: resource.name,
      types: resource.events.map(({ event }) => `${resource.name}.${event}`),
      ...(hasGrants(model) ? { readBy: resource.access.grants?.['read'] ?? [] } : {}),
      rules,
      named: rules.filter(({ claim }) => isNameClaim(claim)),
      hidden: hiddenOf(resource),
    };
  });
  // Rows of tests are owned by a name of the first mechanism, which is another one's with its own name in front.
  const [first] = specification.authentication.mechanisms;
  const namesByToken = first === 'jwt' || first === 'oauth2';
  const tellsNames =
    namesByToken &&
    (hasGrants(model) || hasAnyMemberAccess(model)) &&
    kinds.some(({ named }) => named.length > 0);
  const [owner] = kinds.flatMap(({ named }) => named.map(({ own }) => String(own)));
  const { everything } = grantingView(model);
  const all = new Set([...everything.roles, ...everything.scopes.map((name) => `scope:${name}`)]);
  /** Whether somebody who has none of these grants may still read it. */
  const isRead = ({ readBy }: (typeof kinds)[number], without: readonly string[]) =>
    readBy === undefined || readBy.some((each) => all.has(each) && !without.includes(each));
  /** Whether two clients can receive it, one of them without these grants: one name has many tokens, but one password and few keys. */
  const isOfTwo = ({ named }: (typeof kinds)[number], without: readonly string[]) =>
    namesByToken ||
    named.every(({ unless }) => unless.some((each) => all.has(each) && !without.includes(each)));
  /** Whether two clients can claim different values; a member may have one alone. */
  const isDivided = ({ rules, named }: (typeof kinds)[number]) =>
    (named.length > 0 ? named : rules.slice(-1)).some(({ other }) => other !== undefined);
  const byName = ({ named }: (typeof kinds)[number]) =>
    tellsNames && named.length > 0 ? { byName: named.map(({ unless }) => unless) } : {};
  return {
    tellsOfRows: hasRules(model) || hasAnyMemberAccess(model),
    tellsNames,
    owner: owner ?? '',
    whyNone: kinds.every((kind) => isOfTwo(kind, []))
      ? `all clients receive the same events${kinds.some(({ rules }) => rules.length > 0) ? ', or none, or the claim of a rule has one value alone' : ''}`
      : 'all clients receive the same events, or the events are of rows of one name, which has one password or few keys',
    ruledKinds: kinds
      .filter(
        (kind) =>
          isDivided(kind) &&
          isRead(
            kind,
            kind.rules.flatMap((rule) => rule.unless),
          ),
      )
      .map(({ name, types, rules }) => ({ name, types, rules })),
    hidingKinds: kinds
      .map((kind) => ({
        ...kind,
        hidden: kind.hidden.filter(
          ({ readableBy }) => isRead(kind, readableBy) && isOfTwo(kind, readableBy),
        ),
      }))
      .filter(({ hidden }) => hidden.length > 0)
      .map((kind) => ({
        name: kind.name,
        types: kind.types,
        ...byName(kind),
        hidden: kind.hidden,
      })),
    grantedKinds: kinds
      .filter((kind) => hasGrants(model) && isRead(kind, []) && isOfTwo(kind, []))
      .map((kind) => ({
        name: kind.name,
        types: kind.types,
        ...byName(kind),
        readBy: kind.readBy ?? [],
      })),
    /** What decides, of rows that tests may see. */
    decidingSample: Object.fromEntries(
      model.resources
        .map(({ name }) => [name, attributeSamples(specification, name)] as const)
        .filter(([, rules]) => rules.length > 0)
        .map(([name, rules]) => [
          name,
          Object.fromEntries(rules.map(({ member, own }) => [member, own])),
        ]),
    ),
  };
}

function hiddenOf({ fields }: ResourceModel) {
  return fields.flatMap(({ name, field: { readableBy } }) =>
    // Without a reader there is nothing to compare.
    readableBy === undefined || readableBy.length === 0 ? [] : [{ member: name, readableBy }],
  );
}
