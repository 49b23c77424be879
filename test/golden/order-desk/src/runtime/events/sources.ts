import { sql } from 'kysely';
import type { SystemMembers } from '../resources/members.ts';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder, type Connection } from '../storage/statement.ts';
import type { Store, Writing } from '../storage/store.ts';
import type { Table } from '../storage/table.ts';

/** A member that holds the identifier of another resource. */
export interface Tie<Member extends string = string> {
  /** `order` */
  readonly resource: string;
  /** `orderId` */
  readonly member: Member;
}

interface Kind<Member extends string> {
  /** Segment of its collection in a path. */
  readonly collection: string;
  /** What is announced of it: `created`, `updated`, `deleted`, and the states that it enters. */
  readonly emits: readonly string[];
  /** Members that are never shown. */
  readonly writeOnly: readonly string[];
  /** Members that rules decide by; absent: it has no rules. */
  readonly ruled?: readonly string[];
  /** The resource that it lives in. */
  readonly parent?: Tie<Member>;
  /** What it refers to and is deleted with. */
  readonly goesWith?: readonly Tie<Member>[];
}

/** One kind of resource as its events see it. */
export interface EventSource extends Kind<string> {
  get(connection: Connection, id: string): Promise<SystemMembers | undefined>;
  /** Keeps a row as it is, and others from referring to it, until the transaction ends. */
  lock(transaction: Writing, id: string): Promise<void>;
  /** The same for every row with that value; nothing is added to them. */
  lockAll(transaction: Writing, member: string, value: string): Promise<void>;
  /** The rows with that value, in parts. */
  rowsWith(transaction: Writing, member: string, value: string): AsyncIterable<SystemMembers>;
}

/** By the names of the kinds: `order`. */
export type EventSources = Readonly<Record<string, EventSource>>;

const part = 500;

export function eventSource<Row, Entity extends SystemMembers>(
  { engine }: Pick<Database<unknown>, 'engine'>,
  kind: Kind<keyof Entity & string>,
  table: Table<Row, Entity>,
  store: Store<Entity>,
): EventSource {
  const lockBy = (column: string) => {
    const query = queryBuilder(engine)
      .selectFrom(table.name)
      .select(sql`1`.as('locked'))
      .where(column, '=', parameter('value'))
      // Two transactions that lock the same rows do it in the same order.
      .orderBy('id');
    return compile(engine === 'postgres' ? query.forUpdate() : query);
  };
  const locks = new Map<string, ReturnType<typeof lockBy>>();

  async function lockAll(transaction: Writing, member: string, value: string): Promise<void> {
    // There only one transaction writes.
    if (engine === 'sqlite') return;
    const column = table.columns[member as keyof Entity & string].name;
    const statement = locks.get(column) ?? lockBy(column);
    locks.set(column, statement);
    await statement(transaction, { value });
  }

  return {
    ...kind,
    get: async (connection, id) => store.get(connection, id),
    lock: (transaction, id) => lockAll(transaction, 'id', id),
    lockAll,
    async *rowsWith(transaction, member, value) {
      const filters = [{ member: member as keyof Entity & string, anyOf: [value] }];
      const query = { filters, sort: [], offset: 0, limit: part, total: false };
      for (let after; ;) {
        const { rows } = await store.list(transaction, { ...query, ...(after && { after }) });
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < part) return;
        after = store.position([], last);
      }
    },
  };
}
