import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../endpoints/operations/actor.ts';
import type {
  ChangeListener,
  RowChange,
  TransitionMade,
} from '../endpoints/operations/change-listener.ts';
import type { SystemMembers } from '../resources/members.ts';
import type { Connection } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import type { Deciding, EventData, EventTransition } from './event.ts';
import type { Outbox } from './outbox.ts';
import { removalOf } from './removal.ts';
import type { EventSource, EventSources } from './sources.ts';

/** Announces the changes of one kind of resource, in the transactions that make them. */
export interface EventWriter extends ChangeListener {
  /**
   * Announces a change, as one event or none. Call it after the statement that changes the row, which locks it: that
   * gives the events of one row the order of its changes.
   */
  changed(transaction: Writing, actor: Announcer, change: RowChange): Promise<void>;
  /**
   * Announces that everything is deleted which the database deletes together with a row: what lives in it, and what
   * refers to it and goes with it. Call it before the row is deleted.
   */
  removing(transaction: Writing, actor: Announcer, row: SystemMembers): Promise<void>;
}

type Members = Readonly<Record<string, unknown>>;

/** By whom and when. Events do not contain the actor. */
type Announcer = Pick<Actor, 'now' | 'traceId'>;

export interface EventWriters {
  /** @param resource `order` */
  of(resource: string): EventWriter;
}

/** @param data `thin`: events tell which resource they are about, and nothing of what is in it */
export function eventWriters(
  outbox: Outbox,
  sources: EventSources,
  data: 'full' | 'thin',
): EventWriters {
  const removal = removalOf(sources);

  function sourceOf(resource: string): EventSource {
    const source = sources[resource];
    if (source === undefined) throw new TypeError(`there is no resource ${resource}`);
    return source;
  }

  /** Path of a resource, without its version. What it lives in is asked for where it lives in something itself. */
  async function pathOf(connection: Connection, resource: string, row: object): Promise<string> {
    const { collection, parent } = sourceOf(resource);
    const members = row as Members;
    const own = `/${collection}/${String(members['id'])}`;
    if (parent === undefined) return own;
    const id = String(members[parent.member]);
    const { parent: grandparent, get } = sourceOf(parent.resource);
    const within = grandparent === undefined ? { id } : await get(connection, id);
    return (await pathOf(connection, parent.resource, within ?? { id })) + own;
  }

  async function announce(
    transaction: Writing,
    { now, traceId }: Announcer,
    resource: string,
    change: RowChange,
  ): Promise<void> {
    const source = sourceOf(resource);
    const event = nameOf(source, change);
    if (event === undefined) return;
    const { after } = change;
    await outbox.append(transaction, {
      type: `${resource}.${event}`,
      resource,
      rowId: after.id,
      path: await pathOf(transaction, resource, after),
      time: now.toISOString(),
      ...(traceId === undefined ? {} : { traceId }),
      data: data === 'thin' ? identityOf(after) : dataOf(source, change),
      deciding: await decidingOf(transaction, resource, after),
    });
  }

  /** The members that rules compare, of a row and its parents. The rows may be gone when the event is delivered. */
  async function decidingOf(
    connection: Connection,
    resource: string,
    row: object,
  ): Promise<Deciding> {
    const { ruled, parent } = sourceOf(resource);
    const members = row as Members;
    const own = ruled === undefined ? {} : { [resource]: only(ruled, members) };
    if (parent === undefined || !isWithinRules(parent.resource)) return own;
    const within = await sourceOf(parent.resource).get(connection, String(members[parent.member]));
    return { ...own, ...(within && (await decidingOf(connection, parent.resource, within))) };
  }

  /** Whether rules decide about a kind, or about what it lives in. */
  function isWithinRules(resource: string): boolean {
    const { ruled, parent } = sourceOf(resource);
    return ruled !== undefined || (parent !== undefined && isWithinRules(parent.resource));
  }

  return {
    of: (resource) => ({
      changed: (transaction, context, change) => announce(transaction, context, resource, change),
      removing: (transaction, context, row) =>
        removal(transaction, resource, row, (name, each) =>
          announce(transaction, context, name, { kind: 'deleted', after: each }),
        ),
    }),
  };
}

/** One change is one event: where that of the state is not announced, it still is a change. */
function nameOf({ emits }: EventSource, { kind, transition }: RowChange): string | undefined {
  const names = kind === 'entered' ? [transition?.to ?? '', 'updated'] : [kind];
  return names.find((name) => emits.includes(name));
}

function identityOf({ id, revision }: SystemMembers): EventData {
  return { id, revision };
}

function dataOf({ writeOnly }: EventSource, { before, after, transition }: RowChange): EventData {
  const shown = (row: object) =>
    only(
      Object.keys(row).filter((name) => !writeOnly.includes(name)),
      row as Members,
    );
  const resource = shown(after);
  return {
    ...identityOf(after),
    resource,
    ...(transition === undefined ? {} : { transition: transitionOf(transition) }),
    ...(before === undefined ? {} : { changed: differences(shown(before), resource) }),
  };
}

function only(names: readonly string[], members: Members): Members {
  const found: Record<string, unknown> = {};
  for (const name of names) found[name] = members[name];
  return found;
}

/** Without the input, which only rules and the history get. */
function transitionOf({ name, from, to }: TransitionMade): EventTransition {
  return { name, from, to };
}

/** Not those that every change changes. */
function differences(before: Members, after: Members): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !always.has(name) && !isDeepStrictEqual(before[name], after[name]),
  );
}

const always = new Set(['updatedAt', 'revision']);
