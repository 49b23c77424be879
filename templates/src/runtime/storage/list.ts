import { BoundedMap } from './bounded-map.ts';
import type { EngineName } from './engine.ts';
import { conditionOf, conditionShape, conditionValues, type Filter } from './filters.ts';
import { createListStatements, totalIn, type Matches } from './list-statements.ts';
import { onceForEach } from './once-for-each.ts';
import { orderOf, type SortKey } from './order.ts';
import { allRows, positionValues, runsBehind, runShape, type Position } from './position.ts';
import { everyRow, rowFilterShape, rowFilterValues, type RowFilter } from './row-filter.ts';
import type { Connection, Statement, Values } from './statement.ts';
import type { Identified, Table } from './table.ts';

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

/** A total, and the state of the database that it was counted in. */
interface Counted {
  readonly version: number;
  readonly total: number;
}

export function createList<Row, Entity extends Identified>(
  engine: EngineName,
  table: Table<Row, Entity>,
) {
  const statements = createListStatements(engine, table);
  const pages = new BoundedMap<string, Statement<Row>>(shapes);
  const counts = new BoundedMap<string, Statement<{ readonly total: number }>>(shapes);
  const totals = new BoundedMap<string, Counted>(shapes);
  const prepare = onceForEach((rowFilter: RowFilter) => ({
    values: rowFilterValues(table, rowFilter),
    shape: rowFilterShape(rowFilter),
  }));

  /** Counting reads every row that matches. Where the engine tells that nothing has changed since, the total is known. */
  async function totalOf(
    connection: Connection,
    where: string,
    matches: Matches,
    values: Values,
  ): Promise<number> {
    // Before the rows are counted: what changes meanwhile is counted once more.
    const version = connection.dataVersion?.();
    const key = version === undefined ? '' : `${where};${JSON.stringify(values, longAsText)}`;
    const known = totals.get(key);
    if (known !== undefined && known.version === version) return known.total;
    const count = counts.getOrCreate(where, () => statements.count(matches));
    const [{ total } = { total: 0 }] = await count(connection, values);
    if (version !== undefined) {
      totals.delete(key);
      totals.getOrCreate(key, () => ({ version, total }));
    }
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
    // Two statements are two ways to another machine; SQLite may know the total already.
    const isCounted = total && engine === 'postgres';

    const where = [filterShape, ...conditions.map(conditionShape)].join();
    const by = order.map(({ column, direction }) => `${column} ${direction}`).join();
    const matches = { conditions, rowFilter };
    const found: Row[] = [];
    for (const run of after ? runsBehind(order, after) : [allRows]) {
      const shape = [where, by, runShape(run), isCounted ? 'counted' : ''].join(';');
      const page = pages.getOrCreate(shape, () =>
        statements.page({ ...matches, order, run, isCounted }),
      );
      const $limit = limit - found.length;
      const bounds = { $limit, $offset: offset, $reach: offset + $limit };
      found.push(...(await page(connection, { ...values, ...position, ...bounds })));
      if (found.length === limit) break;
    }
    const rows = found.map(table.fromRow);
    if (!total) return { rows };

    const counted = totalIn(found);
    if (counted !== undefined) return { rows, total: counted };
    // A page that is not full is the last one: what came before it needs no counting.
    if (!after && rows.length < limit && (rows.length > 0 || offset === 0)) {
      return { rows, total: offset + rows.length };
    }
    return { rows, total: await totalOf(connection, where, matches, values) };
  };
}

/** JSON knows no number of 64 bits. */
function longAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
