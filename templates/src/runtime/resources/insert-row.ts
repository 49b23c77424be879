import type { Transaction } from 'kysely';
import { checkBody } from '../endpoints/validation.ts';
import type { Store } from '../storage/store.ts';
import type { SystemMembers } from './members.ts';
import type { ResourceSchemas } from './schemas.ts';

/** A resource that is kept without a request: example rows, and what a test starts from. */
export interface NewRow {
  readonly id: string;
  readonly now: Date;
  /** What a client would send. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What no client sends: the identifier of the parent, which the address would say, and what only the service sets. */
  readonly parent?: Readonly<Record<string, unknown>>;
}

/** Keeps a resource after the same checks as a request, without rules. */
export async function insertRow<Stored extends SystemMembers, Tables>(
  transaction: Transaction<Tables>,
  store: Store<Stored>,
  schemas: ResourceSchemas,
  { id, now, body, parent = {} }: NewRow,
): Promise<Stored> {
  const members = structuredClone(body);
  checkBody(schemas.create, members);
  const instant = now.toISOString();
  const row = {
    ...schemas.initial,
    ...members,
    ...parent,
    id,
    createdAt: instant,
    updatedAt: instant,
    revision: 1,
  };
  return store.insert(transaction, row as object as Stored);
}
