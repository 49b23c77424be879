import { listTranslationOf } from '../evolution/compose/query-translation.ts';
import type { ResourceModel, ServiceModel } from '../model/model.ts';
import { snakeCase } from '../specification/names/casing.ts';

/** What clients of any version can list a resource by. */
export interface OfferedLists {
  /** False: no version lists it. */
  readonly isListed: boolean;
  /** The columns of each filter and of each sort: several where one member of an older version is kept in several columns. */
  readonly keys: readonly (readonly string[])[];
}

export function offeredLists(resource: ResourceModel, older: ServiceModel['older']): OfferedLists {
  const { methods, filter, sort } = resource.endpoint;
  const columns = columnsOf(resource);
  const former = older.flatMap((version) => formerLists(version, resource.name));
  const members = [
    ...[...filter, ...sort].map((name) => [name]),
    ...former.flatMap(({ keys }) => keys),
  ];
  return {
    isListed: methods.includes('list') || former.length > 0,
    keys: members.flatMap((names) => {
      const key = names.flatMap((name) => columns.get(name) ?? []);
      return key.length === names.length ? [key] : [];
    }),
  };
}

/** The members of the newest version by which one older version reads its lists of a resource. */
function formerLists(
  { resources, specification }: ServiceModel['older'][number],
  name: string,
): { readonly keys: readonly (readonly string[])[] }[] {
  return resources
    .filter(
      ({ newest, older }) =>
        newest === name && specification.endpoints[older]?.methods.includes('list') === true,
    )
    .map((composed) => {
      const { filter, sort } = composed.list;
      const asked = composed.down.map((member) => listTranslationOf(member, composed));
      return {
        keys: asked
          .flatMap(({ name: member, from, sort: order = [] }) => [
            ...(filter.includes(member) ? [from] : []),
            ...(sort.includes(member) ? [order] : []),
          ])
          .filter((names) => names.length > 0),
      };
    });
}

function columnsOf({ fields, parents }: ResourceModel): ReadonlyMap<string, string> {
  return new Map([
    ...['createdAt', 'updatedAt', ...parents.slice(-1).map(({ idParameter }) => idParameter)].map(
      (name) => [name, snakeCase(name)] as const,
    ),
    ...fields.map(({ name, column }) => [name, column] as const),
  ]);
}
