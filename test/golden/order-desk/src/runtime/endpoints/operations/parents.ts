import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { onceForEach } from '../../storage/once-for-each.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Connection } from '../../storage/statement.ts';
import type { RequestContext } from '../route.ts';
import { parentsOf, type Confined, type ResourceEndpoints } from './resource.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a resource can have it. */
export function isIdentifier(text: string): boolean {
  return uuid.test(text);
}

/** Where a resource is: its identifier, and those of the resources it lives in. */
export interface Place {
  readonly id: string;
  readonly scope: Scope;
}

/** @throws {Problem} 404 when an identifier cannot be one; PostgreSQL would fail on it */
export function placeOf<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
): Place {
  const id = context.parameters[resource.idParameter] ?? '';
  const parents = parentsOf(resource, context);
  if (![id, ...parents].every(isIdentifier)) throw new Problem(builtIn.notFound);
  return { id, scope: scopeOf(resource, context, parents) };
}

/** What exists for the caller below these parents. */
export function scopeOf(
  resource: Confined,
  { caller }: Pick<RequestContext, 'caller'>,
  parents: readonly string[],
): Scope {
  const scope = existing(resource, caller);
  return parents.length === 0 ? scope : { ...scope, parents };
}

/** What exists for a caller, wherever it is: the same object for as long as the caller is known. */
export function existing(kind: Confined, caller: Caller): Scope {
  return visibilityOf(kind)(caller);
}

const visibilityOf = onceForEach(({ existsFor, ancestors }: Confined) =>
  onceForEach((caller: Caller): Scope => {
    const scope: Scope = existsFor === undefined ? {} : { having: existsFor(caller) };
    if (ancestors !== undefined) {
      const within = ancestors.map((ancestor) => ({
        table: ancestor.table,
        having: ancestor.existsFor?.(caller) ?? {},
      }));
      return { ...scope, within };
    }
    return scope;
  }),
);

/** @throws {Problem} 404 unless each of the parents exists within the one before it */
export async function requireParents<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  connection: Connection,
  { caller }: Pick<RequestContext, 'caller'>,
  parents: readonly string[],
): Promise<void> {
  const { parent } = resource;
  const id = parents.at(-1);
  if (parent === undefined || id === undefined) return;
  const scope = scopeOf(parent, { caller }, parents.slice(0, -1));
  const exist = parents.every(isIdentifier) && (await parent.exists(connection, id, scope));
  if (!exist) throw new Problem(builtIn.notFound);
}
