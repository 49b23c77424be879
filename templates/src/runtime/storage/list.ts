import { sql, type Expression, type OrderByItemBuilder } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import type { EngineName } from './engine.ts';
import { conditionOf, conditionShape, conditionSql, conditionValues } from './filters.ts';
import type { Condition, Filter } from './filters.ts';
import { partsOf, type Part } from './merged-parts.ts';
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
import {
  compile,
  parameter,
  queryBuilder,
  type Connection,
  type Statement,
  type Values,
} from './statement.ts';
import { columnsOf, selectionOf, type Identified, type Table } from './table.ts';

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

interface Orderable<Query> {
  orderBy(
    expression: Expression<unknown>,
    modifiers: (item: OrderByItemBuilder) => OrderByItemBuilder,
  ): Query;
}

interface Limitable<Query> {
  limit(count: Expression<number>): Query;
  offset(count: Expression<number>): Query;
}

/** A request chooses among so many filters and orders that each combination is compiled on demand. */
const shapes = 200;

/** A total, and the state of the database that it was counted in. */
interface Counted {
  readonly version: number;
  readonly total: number;
}

export function createList<Row, Entity extends Identified>(
  engine: EngineName,
  table: Table<Row, Entity>,
) {
  const queries = queryBuilder(engine);
  const pages = new BoundedMap<string, Statement<Row>>(shapes);
  const counts = new BoundedMap<string, Statement<{ total: number }>>(shapes);
  const totals = new BoundedMap<string, Counted>(shapes);
  const prepare = onceForEach((rowFilter: RowFilter) => ({
    values: rowFilterValues(table, rowFilter),
    shape: rowFilterShape(rowFilter),
  }));

  function matching(conditions: readonly Condition[], rowFilter: RowFilter, part?: Part) {
    const predicates = [
      ...rowFilterConditions(table, rowFilter, part?.allowed),
      ...conditions.map((condition, position) =>
        conditionSql(table.name, condition, position, part?.conditions.get(position)),
      ),
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
    const parts = partsOf(rowFilter, conditions, order).map((part) =>
      runConditions(table.name, run).reduce(
        (query, predicate) => query.where(predicate),
        matching(conditions, rowFilter, part),
      ),
    );
    const [first, ...others] = parts;
    if (first === undefined) throw new Error('A list has at least one part');
    if (others.length > 0) return compile(merged([first, ...others], order).$castTo<Row>());
    const page = onePage(ordered(first.select(selectionOf(table)), order));
    return compile(page.$castTo<Row>());
  }

  type Matching = ReturnType<typeof matching>;

  /** The rows of all parts in their order. Each part is read no further than the page reaches. */
  function merged([first, ...others]: readonly [Matching, ...Matching[]], order: readonly Order[]) {
    const keys = order
      .filter(({ type }) => type.asText)
      .map((key) => sql.ref(inTable(key)).as(keyOf(key)));
    const partOf = (part: Matching) => {
      const selected = part.select([...selectionOf(table), ...keys]);
      // SQLite stops by itself. PostgreSQL would sort whole parts.
      if (engine === 'sqlite') return selected;
      const reached = ordered(selected, order).limit(parameter<number>('$reach'));
      return queries.selectFrom(reached.as('part')).selectAll();
    };
    const all = others.reduce((query, part) => query.unionAll(partOf(part)), partOf(first));
    const page = onePage(ordered(all, order, keyOf));
    if (keys.length === 0) return page;
    // A driver may refuse what is only there to be sorted by: a number of 64 bits.
    const shown = columnsOf(table).map(({ name }) => sql.ref(`page.${name}`).as(name));
    return ordered(
      queries.selectFrom(page.as('page')).select(shown),
      order,
      (key) => `page.${keyOf(key)}`,
    );
  }

  const inTable = ({ column }: Order) => `${table.name}.${column}`;

  function ordered<Query extends Orderable<Query>>(
    query: Query,
    order: readonly Order[],
    nameOf = inTable,
  ): Query {
    return order.reduce(
      (sorted, key) => sorted.orderBy(sql.ref(nameOf(key)), (item) => direct(item, key, engine)),
      query,
    );
  }

  function compileCount(conditions: readonly Condition[], rowFilter: RowFilter) {
    const count = sql<number>`count(*)`.as('total');
    return compile(matching(conditions, rowFilter).select(count));
  }

  async function count(
    connection: Connection,
    where: string,
    values: Values,
    statement: () => Statement<{ total: number }>,
  ): Promise<number> {
    const counted = await counts.getOrCreate(where, statement)(connection, values);
    return counted[0]?.total ?? 0;
  }

  /** Counting reads every row that matches. Where the engine tells that nothing has changed since, the total is known. */
  async function totalOf(
    connection: Connection,
    where: string,
    values: Values,
    statement: () => Statement<{ total: number }>,
  ): Promise<number> {
    // Before the rows are counted: what changes meanwhile is counted once more.
    const version = connection.dataVersion?.();
    if (version === undefined) return count(connection, where, values, statement);
    const key = `${where};${JSON.stringify(values, asText)}`;
    const known = totals.get(key);
    if (known?.version === version) return known.total;
    const total = await count(connection, where, values, statement);
    totals.delete(key);
    totals.getOrCreate(key, () => ({ version, total }));
    return total;
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
      const bounds = { $limit, $offset: offset, $reach: offset + $limit };
      found.push(...(await page(connection, { ...values, ...position, ...bounds })));
      if (found.length === limit) break;
    }
    const rows = found.map(table.fromRow);
    if (!total) return { rows };

    // A page that is not full is the last one: what came before it needs no counting.
    if (!after && rows.length < limit && (rows.length > 0 || offset === 0)) {
      return { rows, total: offset + rows.length };
    }
    const statement = () => compileCount(conditions, rowFilter);
    return { rows, total: await totalOf(connection, where, values, statement) };
  };
}

/** JSON knows no number of 64 bits. */
function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The name by which rows are merged. A column that is selected as text has another order there. */
function keyOf({ column, type }: Order): string {
  return type.asText ? `${column} as it is` : column;
}

function onePage<Query extends Limitable<Query>>(query: Query): Query {
  return query.limit(parameter<number>('$limit')).offset(parameter<number>('$offset'));
}
