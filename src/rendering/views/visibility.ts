import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { attributeSamples } from './claim-samples.ts';
import { hasGrants, hasRestricted, hasRules } from '../features.ts';
import { grantingView } from './granting.ts';

/** What tests know of who is told what: by the specification, and not by the code that tells. */
export function visibilityView(model: ServiceModel) {
  const { specification } = model;
  const told = model.resources.filter(({ events }) => events.length > 0);
  const kinds = told.map((resource) => {
    const rules = [...resource.parents, resource].flatMap(({ name }) =>
      attributeSamples(specification, name).map((rule) => ({ ...rule, kind: name })),
    );
    return {
      name: resource.name,
      types: resource.events.map(({ event }) => `${resource.name}.${event}`),
      ...(hasGrants(model) ? { readBy: resource.access.grants?.['read'] ?? [] } : {}),
      rules,
      hidden: hiddenOf(resource),
    };
  });
  const { everything } = grantingView(model);
  const all = new Set([...everything.roles, ...everything.scopes.map((name) => `scope:${name}`)]);
  /** Whether somebody who has none of these grants may still read it. */
  const isRead = ({ readBy }: (typeof kinds)[number], without: readonly string[]) =>
    readBy === undefined || readBy.some((each) => all.has(each) && !without.includes(each));
  return {
    tellsOfRows: hasRules(model) || hasRestricted(model),
    ruledKinds: kinds
      .filter(
        (kind) =>
          kind.rules.length > 0 &&
          isRead(
            kind,
            kind.rules.flatMap((rule) => rule.unless),
          ),
      )
      .map(({ name, types, rules }) => ({ name, types, rules })),
    hidingKinds: kinds
      .map((kind) => ({
        ...kind,
        hidden: kind.hidden.filter((each) => isRead(kind, each.readableBy)),
      }))
      .filter(({ hidden }) => hidden.length > 0)
      .map(({ name, types, hidden }) => ({ name, types, hidden })),
    grantedKinds: kinds
      .filter((kind) => hasGrants(model) && isRead(kind, []))
      .map(({ name, types, readBy = [] }) => ({ name, types, readBy })),
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
    // Without a reader there is nobody to compare with.
    readableBy === undefined || readableBy.length === 0 ? [] : [{ member: name, readableBy }],
  );
}
