import type { Column } from './definition.ts';
import type { Step } from './step.ts';
import type { Table } from './table.ts';

/**
 * Makes new tables. Of tables that refer to one another the columns wait for the other table, and indexes wait for their columns.
 *
 * @param tables in the order in which they are made
 * @param there names of the tables that are there already
 */
export function createSteps(tables: readonly Table[], there: ReadonlySet<string> = new Set()) {
  const made = new Set(there);
  const creations: Step[] = [];
  const columns: Step[] = [];
  const indexes: Step[] = [];
  for (const table of tables) {
    made.add(table.name);
    const all = [...table.columns].map(([name, { definition }]) => [name, definition] as const);
    const isLater = ({ references }: Column) =>
      references !== undefined && !made.has(references.table);
    const waiting = all.filter(([, definition]) => isLater(definition));
    const waits = (key: readonly string[]) => waiting.some(([name]) => key.includes(name));
    const now = all.filter(([, definition]) => !isLater(definition));
    creations.push({
      kind: 'createTable',
      table: table.name,
      definition: {
        columns: Object.fromEntries(now),
        ...(table.primaryKey.join() === 'id' ? {} : { primaryKey: table.primaryKey }),
        ...some(
          'unique',
          table.unique.filter((key) => !waits(key)),
        ),
        ...some(
          'indexes',
          table.indexes.filter((key) => !waits(key)),
        ),
      },
    });
    columns.push(
      ...waiting.map(([column, definition]): Step => ({
        kind: 'addColumn',
        table: table.name,
        column,
        definition,
      })),
    );
    const later = (kind: 'createIndex' | 'createUniqueIndex', keys: Table['indexes']) =>
      keys.filter(waits).map((key): Step => ({ kind, table: table.name, columns: key }));
    indexes.push(
      ...later('createUniqueIndex', table.unique),
      ...later('createIndex', table.indexes),
    );
  }
  return [...creations, ...columns, ...indexes];
}

function some<K extends string>(name: K, keys: Table['indexes']) {
  return keys.length === 0 ? {} : ({ [name]: keys } as Record<K, Table['indexes']>);
}
