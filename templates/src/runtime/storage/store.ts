import { andThen } from '../service/and-then.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Database } from './database.ts';
import { ForeignKeyViolation } from './errors.ts';
import { createList, type ListQuery, type Page } from './list.ts';
import { onceForEach } from './once-for-each.ts';
import type { SortKey } from './order.ts';
import { positionOf, type Position } from './position.ts';
import { assignments, rowStatements, type RowStatements } from './row-statements.ts';
import { everyRow, rowFilterShape, rowFilterValues, type RowFilter } from './row-filter.ts';
import { compileLater, queryBuilder, type Connection, type Values } from './statement.ts';
import { membersOf, selectionOf, type Identified, type Table } from './table.ts';

/** A connection in a transaction, the only kind that writes. */
export type Writing = Connection & { readonly isTransaction: true };

/** The rows of one table as entities. Keys and times come from the caller: it reads no clock. */
export interface Store<Entity> {
  /** At once where the connection answers at once. */
  get(
    connection: Connection,
    id: string,
    rowFilter?: RowFilter,
  ): Entity | undefined | Promise<Entity | undefined>;
  exists(connection: Connection, id: string, rowFilter?: RowFilter): Promise<boolean>;
  list(connection: Connection, query: ListQuery<keyof Entity & string>): Promise<Page<Entity>>;
  /** Where an entity stands in a list of this sort: the page behind it begins `after` that. */
  position(sort: readonly SortKey<keyof Entity & string>[], entity: Entity): Position;
  /** @returns the entity as it is stored */
  insert(transaction: Writing, entity: Entity): Promise<Entity>;
  /**
   * Replaces the row if its revision still is `revision`, and counts the revision up.
   * @returns the entity as it is stored, or undefined where there is no such row any more
   */
  update(
    transaction: Writing,
    id: string,
    revision: number,
    entity: Entity,
    rowFilter?: RowFilter,
  ): Promise<Entity | undefined>;
  /** @returns whether there was such a row, of that revision where one is given */
  remove(
    transaction: Writing,
    id: string,
    revision?: number,
    rowFilter?: RowFilter,
  ): Promise<boolean>;
  /** The members that a violation is about; none where it is about another table. */
  membersOf(violation: { table: string | undefined; columns: readonly string[] }): string[];
}

/** Scopes of so many shapes have their statements at hand. */
const shapes = 25;

export function createStore<Row extends object, Entity extends Identified>(
  { engine, explain }: Pick<Database<unknown>, 'engine' | 'explain'>,
  table: Table<Row, Entity>,
): Store<Entity> {
  const queries = queryBuilder(engine);
  const byShape = new BoundedMap<string, RowStatements<Row>>(shapes);
  const statementsFor = onceForEach((rowFilter: RowFilter) => ({
    values: rowFilterValues(table, rowFilter),
    statements: byShape.getOrCreate(rowFilterShape(rowFilter), () =>
      rowStatements(queries, table, rowFilter),
    ),
  }));
  const insertion = compileLater(() =>
    queries
      .insertInto(table.name)
      .values(assignments(table))
      .returning(selectionOf(table))
      .$castTo<Row>(),
  );

  async function write<Result>(
    row: object,
    statement: () => Result | Promise<Result>,
  ): Promise<Result> {
    try {
      return await statement();
    } catch (error) {
      throw error instanceof ForeignKeyViolation ? explain(error, table.name, row) : error;
    }
  }

  const entityOf = ([row]: Row[]) => row && table.fromRow(row);

  return {
    get(connection, id, rowFilter = everyRow) {
      const { statements, values } = statementsFor(rowFilter);
      const found = statements.get(connection, { ...values, $id: id.toLowerCase() });
      return andThen(found, entityOf);
    },

    async exists(connection, id, rowFilter = everyRow) {
      const { statements, values } = statementsFor(rowFilter);
      const found = await statements.exists(connection, { ...values, $id: id.toLowerCase() });
      return found.length > 0;
    },

    list: createList(engine, table),

    position: (sort, entity) => positionOf(table, sort, entity),

    async insert(transaction, entity) {
      const row = table.toRow(entity);
      const [stored = row] = await write(row, () => insertion(transaction, row as Values));
      return table.fromRow(stored);
    },

    async update(transaction, id, revision, entity, rowFilter = everyRow) {
      const { statements, values } = statementsFor(rowFilter);
      const row = table.toRow(entity);
      const target = { ...values, $id: id.toLowerCase(), $revision: revision };
      const update = () => statements.update(transaction, { ...row, ...target });
      return entityOf(await write(row, update));
    },

    async remove(transaction, id, revision, rowFilter = everyRow) {
      const { statements, values } = statementsFor(rowFilter);
      const $id = id.toLowerCase();
      const removed = await write({ id: $id }, () =>
        revision === undefined
          ? statements.removeAny(transaction, { ...values, $id })
          : statements.remove(transaction, { ...values, $id, $revision: revision }),
      );
      return removed.length > 0;
    },

    membersOf: (violation) =>
      violation.table === table.name ? membersOf(table, violation.columns) : [],
  };
}
