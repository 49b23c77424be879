import type { ServiceModel } from '../model/model.ts';
import { libraryTables } from './library-tables.ts';
import { resourceTable } from './resource-table.ts';
import type { Table } from './table.ts';

/**
 * Every table that a service needs, in the order in which new ones are made: the library's own, then those of the resources, each
 * after those it refers to as far as that is possible.
 */
export function tablesOf(model: ServiceModel): Table[] {
  const own = libraryTables(model).map(
    ({ name, columns, primaryKey = ['id'], unique = [], indexes = [] }): Table => ({
      name,
      columns: new Map(
        Object.entries(columns).map(([column, definition]) => [column, { definition }]),
      ),
      primaryKey,
      unique,
      indexes,
    }),
  );
  return [...own, ...model.creationOrder.map(resourceTable)];
}
