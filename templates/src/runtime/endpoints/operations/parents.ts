import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { onceForEach } from '../../storage/once-for-each.ts';
import type { RowFilter } from '../../storage/row-filter.ts';
import type { Connection } from '../../storage/statement.ts';
import type { RequestContext } from '../route.ts';
import { parentsOf, type Visibility, type ResourceEndpoints } from './resource.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a resource can have it. */
export function isIdentifier(text: string): boolean {
  return uuid.test(text);
}

/** Where a resource is: its identifier, and the rows among which it is looked up. */
export interface Place {
  readonly id: string;
  readonly rowFilter: RowFilter;
}

/** @throws {Problem} 404 when an identifier cannot be one; PostgreSQL would fail on it */
export function placeOf<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
): Place {
  const id = context.parameters[resource.idParameter] ?? '';
  const parents = parentsOf(resource, context);
  if (![id, ...parents].every(isIdentifier)) throw new Problem(builtIn.notFound);
  return { id, rowFilter: rowFilterBelow(resource, context, parents) };
}

/** The rows that exist for the caller below these parents. */
export function rowFilterBelow(
  resource: Visibility,
  { caller }: Pick<RequestContext, 'caller'>,
  parents: readonly string[],
): RowFilter {
  const rowFilter = visibleTo(resource, caller);
  return parents.length === 0 ? rowFilter : { ...rowFilter, parents };
}

/** The rows that exist for a caller, below any parents. The same caller gets the same object. */
export function visibleTo(kind: Visibility, caller: Caller): RowFilter {
  return callerFilter(kind)(caller);
}

const callerFilter = onceForEach(({ allowedValues, ancestors }: Visibility) =>
  onceForEach((caller: Caller): RowFilter => {
    const rowFilter: RowFilter =
      allowedValues === undefined ? {} : { allowed: allowedValues(caller) };
    if (ancestors !== undefined) {
      const ancestorFilters = ancestors.map((ancestor) => ({
        table: ancestor.table,
        allowed: ancestor.allowedValues?.(caller) ?? {},
      }));
      return { ...rowFilter, ancestors: ancestorFilters };
    }
    return rowFilter;
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
  const rowFilter = rowFilterBelow(parent, { caller }, parents.slice(0, -1));
  const exist = parents.every(isIdentifier) && (await parent.exists(connection, id, rowFilter));
  if (!exist) throw new Problem(builtIn.notFound);
}
