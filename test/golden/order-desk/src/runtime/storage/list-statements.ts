import { sql, type Expression, type OrderByItemBuilder } from 'kysely';
import type { EngineName } from './engine.ts';
import { conditionSql, type Condition } from './filters.ts';
import { partsOf, type Part } from './merged-parts.ts';
import { direct, type Order } from './order.ts';
import { runConditions, type Run } from './position.ts';
import { rowFilterConditions, type RowFilter } from './row-filter.ts';
import { compile, parameter, queryBuilder, type Statement } from './statement.ts';
import { columnsOf, selectionOf, type Identified, type Table } from './table.ts';

/** Which rows a list is about. */
export interface Matches {
  readonly conditions: readonly Condition[];
  readonly rowFilter: RowFilter;
}

/** Which page of them. */
export interface PageShape extends Matches {
  readonly order: readonly Order[];
  readonly run: Run;
  /** Whether the rows say how many there are of all, where one statement can. */
  readonly isCounted: boolean;
}

/** The column in which they say it: no member is kept in one with spaces. */
const totalColumn = 'total of all';

/** What the rows of a page say about all; undefined where they say nothing, as those of a list that is read in parts. */
export function totalIn(rows: readonly unknown[]): number | undefined {
  const [first] = rows as readonly { readonly [totalColumn]?: number }[];
  return first?.[totalColumn];
}

/** The statements of lists of one table. To compile one costs more than to run it. */
export interface ListStatements<Row> {
  /** Takes `$limit`, `$offset` and `$reach`, the number of rows up to the end of the page. */
  page(shape: PageShape): Statement<Row>;
  count(matches: Matches): Statement<{ readonly total: number }>;
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

export function createListStatements<Row, Entity extends Identified>(
  engine: EngineName,
  table: Table<Row, Entity>,
): ListStatements<Row> {
  const queries = queryBuilder(engine);
  const number = sql<number>`count(*)`;

  function matching({ conditions, rowFilter }: Matches, part?: Part) {
    const predicates = [
      ...rowFilterConditions(table, rowFilter, part?.allowed),
      ...conditions.map((condition, position) =>
        conditionSql(table.name, condition, position, part?.conditions.get(position)),
      ),
    ];
    const all = queries.selectFrom(table.name);
    return predicates.reduce((query, predicate) => query.where(predicate), all);
  }

  function page(shape: PageShape): Statement<Row> {
    const { conditions, rowFilter, order, run, isCounted } = shape;
    const parts = partsOf(rowFilter, conditions, order).map((part) =>
      runConditions(table.name, run).reduce(
        (query, predicate) => query.where(predicate),
        matching(shape, part),
      ),
    );
    const [first, ...others] = parts;
    if (first === undefined) throw new Error('A list has at least one part');
    if (others.length > 0) {
      return compile(merged([first, ...others], order).$castTo<Row>());
    }
    // An engine counts once for all rows, and not at all where there are none.
    const total = sql<number>`(${matching(shape).select(number.as('total'))})`.as(totalColumn);
    const selected = first.select([...selectionOf(table), ...(isCounted ? [total] : [])]);
    return compile(onePage(ordered(selected, order)).$castTo<Row>());
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

  return {
    page,
    count: (matches) => compile(matching(matches).select(number.as('total'))),
  };
}

/** The name by which rows are merged. A column that is selected as text has another order there. */
function keyOf({ column, type }: Order): string {
  return type.asText ? `${column} as it is` : column;
}

function onePage<Query extends Limitable<Query>>(query: Query): Query {
  return query.limit(parameter<number>('$limit')).offset(parameter<number>('$offset'));
}
