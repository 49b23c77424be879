import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { RuleContext } from '../../resources/rules.ts';
import type { Actor } from './actor.ts';
import { notifyListeners, type RowChange } from './change-listener.ts';
import type { Place } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';
import { ruleContext } from './rule-context.ts';
import { ChangedMeanwhile } from './run-change.ts';

/** How one row becomes another one. */
export interface Change<Draft extends object, Tables> {
  /**
   * The next state of the row, made of the stored one.
   *
   * @throws {Problem} where the change is not permitted
   */
  draftOf(stored: Draft & SystemMembers): Draft;
  before?(
    draft: Draft,
    stored: Draft & SystemMembers,
    context: RuleContext<Tables>,
  ): void | Promise<void>;
  after?(
    changed: Draft & SystemMembers,
    before: Draft & SystemMembers,
    context: RuleContext<Tables>,
  ): void | Promise<void>;
  /** Whether it is stored, by the rows as they would be kept. */
  isStored(next: object, stored: object): boolean;
  /** What listeners are notified of. */
  tells(stored: Draft & SystemMembers): Pick<RowChange, 'kind' | 'transition'>;
}

/**
 * Changes one row, between its rules.
 *
 * @throws {ChangedMeanwhile} where another request came first; the transaction is to be rolled back then
 * @throws {Problem} 404 where there is no such row
 */
export async function changeRow<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  transaction: Transaction<Tables>,
  actor: Actor,
  { id, rowFilter }: Place,
  change: Change<Draft, Tables>,
): Promise<Draft & SystemMembers> {
  const { store, table } = resource;
  const stored = await store.get(transaction, id, rowFilter);
  if (stored === undefined) throw new Problem(builtIn.notFound);
  const draft = change.draftOf(stored);
  const rule = ruleContext(actor, transaction);
  await change.before?.(draft, stored, rule);
  const next = { ...draft, ...systemMembersOf(stored) };
  if (!change.isStored(table.toRow(next), table.toRow(stored))) return stored;
  const row = { ...next, updatedAt: actor.now.toISOString() };
  const changed = await store.update(transaction, id, stored.revision, row, rowFilter);
  if (changed === undefined) throw new ChangedMeanwhile();
  await change.after?.(changed, stored, rule);
  const notice = { ...change.tells(stored), before: stored, after: changed };
  await notifyListeners(resource.listeners, transaction, actor, notice);
  return changed;
}

/** What stays as it is is no change: repeating it changes nothing either. */
export function isChanged(next: object, stored: object): boolean {
  return !isDeepStrictEqual(next, stored);
}

/** What the service sets in every row. */
export function systemMembersOf({
  id,
  createdAt,
  updatedAt,
  revision,
}: SystemMembers): SystemMembers {
  return { id, createdAt, updatedAt, revision };
}
