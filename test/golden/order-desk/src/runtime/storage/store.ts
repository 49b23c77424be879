import { sql, type Compilable } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import type { Database } from './database.ts';
import { ForeignKeyViolation } from './errors.ts';
import { createList, type ListQuery, type Page } from './list.ts';
import type { SortKey } from './order.ts';
import { positionOf, type Position } from './position.ts';
import { everything, type Scope } from './scope.ts';
import { compile, parameter, queryBuilder } from './statement.ts';
import type { Connection, Statement, Values } from './statement.ts';
import { columnsOf, membersOf, selectionOf, type Identified, type Table } from './table.ts';
import { targetOf } from './target.ts';

/** A connection in a transaction, the only kind that writes. */
export type Writing = Connection & { readonly isTransaction: true };

/** The rows of one table as entities. Keys and times come from the caller: it reads no clock. */
export interface Store<Entity> {
  get(connection: Connection, id: string, scope?: Scope): Promise<Entity | undefined>;
  exists(connection: Connection, id: string, scope?: Scope): Promise<boolean>;
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
    scope?: Scope,
  ): Promise<Entity | undefined>;
  /** @returns whether there was such a row, of that revision where one is given */
  remove(transaction: Writing, id: string, revision?: number, scope?: Scope): Promise<boolean>;
  /** The members that a violation is about; none where it is about another table. */
  membersOf(violation: { table: string | undefined; columns: readonly string[] }): string[];
}

export function createStore<Row extends object, Entity extends Identified>(
  { engine, explain }: Pick<Database<unknown>, 'engine' | 'explain'>,
  table: Table<Row, Entity>,
): Store<Entity> {
  const queries = queryBuilder(engine);
  const selection = selectionOf(table);
  const statements = new BoundedMap<string, Statement<Row>>(100);

  async function run(
    connection: Connection,
    shape: string,
    query: () => Compilable<unknown>,
    values: object,
  ): Promise<Row[]> {
    const statement = statements.getOrCreate(shape, () => compile(query() as Compilable<Row>));
    return statement(connection, values as Values);
  }

  async function write(row: object, statement: Promise<Row[]>): Promise<Row[]> {
    try {
      return await statement;
    } catch (error) {
      throw error instanceof ForeignKeyViolation ? explain(error, table.name, row) : error;
    }
  }

  function assignments(without: readonly string[]) {
    const columns = columnsOf(table).filter(({ name }) => !without.includes(name));
    return Object.fromEntries(columns.map(({ name }) => [name, parameter(name)]));
  }

  const entityOf = ([row]: Row[]) => row && table.fromRow(row);

  return {
    async get(connection, id, scope = everything) {
      const { shape, values, condition } = targetOf(table, id, scope);
      const query = () => queries.selectFrom(table.name).select(selection).where(condition());
      return entityOf(await run(connection, `get ${shape}`, query, values));
    },

    async exists(connection, id, scope = everything) {
      const { shape, values, condition } = targetOf(table, id, scope);
      const query = () =>
        queries
          .selectFrom(table.name)
          .select(sql`1`.as('found'))
          .where(condition());
      return (await run(connection, `exists ${shape}`, query, values)).length > 0;
    },

    list: createList(engine, table),

    position: (sort, entity) => positionOf(table, sort, entity),

    async insert(transaction, entity) {
      const row = table.toRow(entity);
      const query = () =>
        queries.insertInto(table.name).values(assignments([])).returning(selection);
      const [stored = row] = await write(row, run(transaction, 'insert', query, row));
      return table.fromRow(stored);
    },

    async update(transaction, id, revision, entity, scope = everything) {
      const row = table.toRow(entity);
      const { shape, values, condition } = targetOf(table, id, scope, revision);
      const query = () =>
        queries
          .updateTable(table.name)
          .set({ ...assignments(['id', 'revision']), revision: sql`${sql.ref('revision')} + 1` })
          .where(condition())
          .returning(selection);
      const changed = run(transaction, `update ${shape}`, query, { ...row, ...values });
      return entityOf(await write(row, changed));
    },

    async remove(transaction, id, revision, scope = everything) {
      const { shape, values, condition } = targetOf(table, id, scope, revision);
      const query = () => queries.deleteFrom(table.name).where(condition()).returning('id');
      const removed = run(transaction, `remove ${shape}`, query, values);
      return (await write({ id: values['$id'] }, removed)).length > 0;
    },

    membersOf: (violation) =>
      violation.table === table.name ? membersOf(table, violation.columns) : [],
  };
}
