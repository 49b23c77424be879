import type { ServiceModel } from '../model/model.ts';
import { libraryTables } from './library-tables.ts';
import { formerIndexesOf } from './former-indexes.ts';
import { resourceTable } from './resource-table.ts';
import type { StoredEvent, Table } from './table.ts';

/**
 * Every table that a service needs, in the order in which new ones are made: the library's own, then those of the resources, each
 * after those it refers to as far as that is possible.
 */
export function tablesOf(model: ServiceModel): Table[] {
  const resources = model.creationOrder.map((resource) => resourceTable(resource, model.older));
  return [...ownTables(model), ...resources];
}

/** The tables of a service whose generator kept no record of them: they have other indexes. */
export function formerTablesOf(model: ServiceModel): Table[] {
  const resources = model.creationOrder.map((resource) => ({
    ...resourceTable(resource, model.older),
    ...formerIndexesOf(resource),
  }));
  return [...ownTables(model), ...resources];
}

function ownTables(model: ServiceModel): Table[] {
  return libraryTables(model).map(
    ({ name, columns, primaryKey = ['id'], unique = [], indexes = [] }): Table => ({
      name,
      columns: new Map(
        Object.entries(columns).map(([column, definition]) => [column, { definition }]),
      ),
      primaryKey,
      unique,
      indexes,
      ...(name === 'events' && { events: eventsOf(model) }),
    }),
  );
}

function eventsOf({ events }: ServiceModel): ReadonlyMap<string, StoredEvent> {
  return new Map((events?.emit ?? []).map(({ name }) => [name, {}]));
}
