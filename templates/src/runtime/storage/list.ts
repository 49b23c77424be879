import { sql } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import type { EngineName } from './engine.ts';
import { conditionOf, conditionShape, conditionSql, conditionValues } from './filters.ts';
import type { Condition, Filter } from './filters.ts';
import { onceForEach } from './once-for-each.ts';
import { direct, orderOf, type Order, type SortKey } from './order.ts';
import { allRows, positionValues, runConditions, runsBehind, runShape } from './position.ts';
import type { Position, Run } from './position.ts';
import {
  everyRow,
  rowFilterConditions,
  rowFilterShape,
  rowFilterValues,
  type RowFilter,
} from './row-filter.ts';
import { compile, parameter, queryBuilder, type Connection, type Statement } from './statement.ts';
import { selectionOf, type Identified, type Table } from './table.ts';

export interface ListQuery<Member extends string> {
  readonly filters: readonly Filter<Member>[];
  /** Rows that these leave equal, or all where there are none, are ordered by their key. */
  readonly sort: readonly SortKey<Member>[];
  /** The page begins right behind this position of the same sort, and `offset` is 0. */
  readonly after?: Position;
  readonly offset: number;
  readonly limit: number;
  /**
   * Whether to count all rows that match, also those before the page. On a large table that costs
   * more than the page.
   */
  readonly total: boolean;
  readonly rowFilter?: RowFilter;
}

export interface Page<Entity> {
  readonly rows: Entity[];
  readonly total?: number;
}

/** A request chooses among so many filters and orders that each combination is compiled on demand. */
const shapes = 200;

export function createList<Row, Entity extends Identified>(
  engine: EngineName,
  table: Table<Row, Entity>,
) {
  const queries = queryBuilder(engine);
  const pages = new BoundedMap<string, Statement<Row>>(shapes);
  const counts = new BoundedMap<string, Statement<{ total: number }>>(shapes);
  const prepare = onceForEach((rowFilter: RowFilter) => ({
    values: rowFilterValues(table, rowFilter),
    shape: rowFilterShape(rowFilter),
  }));

  function matching(conditions: readonly Condition[], rowFilter: RowFilter) {
    const predicates = [
      ...rowFilterConditions(table, rowFilter),
      ...conditions.map((condition, position) => conditionSql(table.name, condition, position)),
    ];
    const all = queries.selectFrom(table.name);
    return predicates.reduce((query, predicate) => query.where(predicate), all);
  }

  function compilePage(
    conditions: readonly Condition[],
    rowFilter: RowFilter,
    order: readonly Order[],
    run: Run,
  ) {
    const selected = matching(conditions, rowFilter).select(selectionOf(table));
    const behind = runConditions(table.name, run).reduce(
      (query, predicate) => query.where(predicate),
      selected,
    );
    const ordered = order.reduce(
      (query, key) =>
        query.orderBy(sql.ref(`${table.name}.${key.column}`), (item) => direct(item, key, engine)),
      behind,
    );
    const page = ordered.limit(parameter<number>('$limit')).offset(parameter<number>('$offset'));
    return compile(page.$castTo<Row>());
  }

  function compileCount(conditions: readonly Condition[], rowFilter: RowFilter) {
    const count = sql<number>`count(*)`.as('total');
    return compile(matching(conditions, rowFilter).select(count));
  }

  return async (
    connection: Connection,
    query: ListQuery<keyof Entity & string>,
  ): Promise<Page<Entity>> => {
    const { after, offset, limit, total, rowFilter = everyRow } = query;
    const conditions = query.filters.map((filter) => conditionOf(table, filter));
    const order = orderOf(table, query.sort);
    const { values: filterParameters, shape: filterShape } = prepare(rowFilter);
    const values = { ...filterParameters, ...conditionValues(conditions) };
    const position = after ? positionValues(order, after) : {};

    const where = [filterShape, ...conditions.map(conditionShape)].join();
    const by = order.map(({ column, direction }) => `${column} ${direction}`).join();
    const found: Row[] = [];
    for (const run of after ? runsBehind(order, after) : [allRows]) {
      const shape = [where, by, runShape(run)].join(';');
      const page = pages.getOrCreate(shape, () => compilePage(conditions, rowFilter, order, run));
      const $limit = limit - found.length;
      found.push(...(await page(connection, { ...values, ...position, $limit, $offset: offset })));
      if (found.length === limit) break;
    }
    const rows = found.map(table.fromRow);
    if (!total) return { rows };

    // A page that is not full is the last one: what came before it needs no counting.
    if (!after && rows.length < limit && (rows.length > 0 || offset === 0)) {
      return { rows, total: offset + rows.length };
    }
    const count = counts.getOrCreate(where, () => compileCount(conditions, rowFilter));
    const [counted] = await count(connection, values);
    return { rows, total: counted?.total ?? 0 };
  };
}
