import type {
  ResolvedEndpoint,
  ResolvedFlag,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { mapValues, own } from '../../specification/plain.ts';
import { withoutChanges } from '../flags/without.ts';

/**
 * Both specifications as clients find them that ask for no flag. The comparison reports what a flag changed under the flag, so it undoes
 * a graduated one in both. One whose changes cannot be undone stays as it is.
 */
export function silentShapes(
  was: ResolvedSpecification,
  is: ResolvedSpecification,
): readonly [ResolvedSpecification, ResolvedSpecification] {
  const isActive = ({ state }: ResolvedFlag) => state === 'active';
  const before = was.versioning.flags;
  return [
    without(was, (_, flag) => isActive(flag)),
    without(is, (name, flag) => {
      const former = own(before, name);
      const isNew = flag.state === 'graduated' && former !== undefined && isActive(former);
      return isActive(flag) || isNew;
    }),
  ];
}

function without(
  specification: ResolvedSpecification,
  isUndone: (name: string, flag: ResolvedFlag) => boolean,
): ResolvedSpecification {
  return Object.entries(specification.versioning.flags)
    .toReversed()
    .reduce((newer, [name, flag]) => {
      if (flag.changes === undefined || !isUndone(name, flag)) return newer;
      const place = ['versioning', 'flags', name, 'changes'];
      const { specification: older, issues } = withoutChanges(newer, flag.changes, place);
      return issues.length > 0 ? newer : withShapes(newer, older, flag.changes);
    }, specification);
}

/** Only shapes of bodies are undone; what names fields besides follows their names. */
function withShapes(
  newer: ResolvedSpecification,
  older: ResolvedSpecification,
  { resources }: NonNullable<ResolvedFlag['changes']>,
): ResolvedSpecification {
  const renamed = (resource: string, field: string) => {
    const operations = own(resources, resource)?.operations ?? [];
    return operations.find(({ rename }) => rename?.to === field)?.rename?.from ?? field;
  };
  return {
    ...newer,
    states: older.states,
    resources: mapValues(newer.resources, (resource, name) => ({
      ...resource,
      fields: own(older.resources, name)?.fields ?? resource.fields,
      unique: resource.unique.map((fields) => fields.map((field) => renamed(name, field))),
    })),
    endpoints: mapValues(newer.endpoints, (endpoint, name): ResolvedEndpoint => ({
      ...endpoint,
      actions: own(older.endpoints, name)?.actions ?? endpoint.actions,
      filter: endpoint.filter.map((field) => renamed(name, field)),
      sort: endpoint.sort.map((field) => renamed(name, field)),
    })),
  };
}
