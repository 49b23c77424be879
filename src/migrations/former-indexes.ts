import { distinctSets } from '../model/distinct-sets.ts';
import type { ResourceModel } from '../model/model.ts';
import { snakeCase } from '../specification/names/casing.ts';
import { distinctKeys } from './distinct-keys.ts';
import type { Table } from './table.ts';

/**
 * The indexes of services whose generator kept no record of its tables. It never changes: the next migration of such a service starts from them.
 */
export function formerIndexesOf(resource: ResourceModel): Pick<Table, 'unique' | 'indexes'> {
  const parent = resource.parents.at(-1);
  const within = parent === undefined ? [] : [snakeCase(parent.idParameter)];
  const columnsOf = new Map(resource.fields.map(({ name, column }) => [name, column]));
  const byName = (name: string) => columnsOf.get(name) ?? snakeCase(name);
  const single = resource.fields.filter(({ field }) => field.unique).map(({ column }) => [column]);
  const spanning = resource.unique.map((group) => group.map(({ column }) => column));
  const { access } = resource;
  const unique = distinctSets(
    [...single, ...spanning].map((key) => [
      ...access.within.map(({ column }) => column).filter((column) => !key.includes(column)),
      ...key,
    ]),
  );
  const lists = [...resource.endpoint.filter, ...resource.endpoint.sort].map((name) => [
    ...within,
    byName(name),
    'id',
  ]);
  const references = resource.fields
    .filter(({ field }) => field.type === 'reference')
    .map(({ column }) => [column, 'id']);
  /** For callers that a rule confines to some of the rows; the others are for the rest. */
  const ruled = access.rules.flatMap(({ column }) =>
    [[...within, 'id'], ...lists].map((key) => [...within, column, ...key.slice(within.length)]),
  );
  const ordinary = [
    ...(parent === undefined ? [] : [[...within, 'id']]),
    ...ruled,
    ...lists,
    ...references,
  ];
  // A unique index serves a filter as well; one index serves any that begins like it.
  const isServed = ([first]: string[]) =>
    within.length === 0 && unique.some((key) => key.length === 1 && key[0] === first);
  return { unique, indexes: distinctKeys(ordinary).filter((key) => !isServed(key)) };
}
