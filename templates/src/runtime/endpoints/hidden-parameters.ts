import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { hiddenFrom } from '../resources/member-access.ts';
import type { ListQuery } from './list-query.ts';
import type { ResourceDescription } from './resource-description.ts';
import type { RequestContext } from './route.ts';

type Filter = ListQuery['filters'][number];

/**
 * What a caller does not see it cannot ask about either: the answer would tell what it is. The pipeline refuses the
 * parameters that name such a member; what an older version calls otherwise, or showed to more, may still come to one.
 *
 * @param sortable members that the list can be sorted by
 * @throws {Problem} 400 that lists every such parameter
 */
export function refuseHidden(
  { schemas }: Pick<ResourceDescription, 'schemas'>,
  { caller, queryNames }: Pick<RequestContext, 'caller' | 'queryNames'>,
  { filters, sort }: Pick<ListQuery, 'filters' | 'sort'>,
  sortable: readonly string[],
): void {
  const hidden = new Set(hiddenFrom(schemas, caller));
  if (hidden.size === 0) return;
  const nameOf = (name: string) => queryNames?.write(name) ?? name;
  const unknown = new Set(filters.flatMap(membersOf).filter((name) => hidden.has(name)));
  if (unknown.size > 0) {
    const errors = [...unknown].map((name): Violation => ({
      in: 'query',
      at: nameOf(name),
      code: 'unknown-parameter',
      detail: ({ violations }) => violations.unknownParameter,
    }));
    throw new Problem(builtIn.unknownParameter, { errors });
  }
  if (!sort.some(({ member }) => hidden.has(member))) return;
  const members = sortable
    .filter((name) => !hidden.has(name))
    .flatMap((name) => queryNames?.sortedBy?.(name) ?? name);
  const violation: Violation = {
    in: 'query',
    at: nameOf('sort'),
    code: 'enum',
    detail: ({ violations }) => violations.sortMember(members),
  };
  throw new Problem(builtIn.validationFailed, { errors: [violation] });
}

function membersOf(filter: Filter): readonly string[] {
  return 'members' in filter ? filter.members : [filter.member];
}
