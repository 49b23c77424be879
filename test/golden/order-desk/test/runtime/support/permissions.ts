import { hasGrants, permittedOperations } from '../../contract.ts';
import type { ResourceSample } from './sample.ts';

/** Something that can be done, and with what. */
export interface Permission {
  readonly method: string;
  /** With its version and placeholders. */
  readonly path: string;
  /** Grants of which one is enough; an empty list forbids it for every caller. */
  readonly allowed: readonly string[] | 'authenticated';
}

/** Who may do what, as the specification says, and HEAD, which is permitted to whom GET is. */
export const permissions: readonly Permission[] = permittedOperations.flatMap((each) =>
  each.method === 'GET' && !each.path.endsWith('/events')
    ? [each, { ...each, method: 'HEAD' }]
    : [each],
);

/** Whether somebody with these grants may do it with a kind of resource. */
export function mayUse(
  { path, idParameter }: Pick<ResourceSample, 'path' | 'idParameter'>,
  method: ResourceSample['methods'][number],
  grants: readonly string[],
): boolean {
  const methods = {
    list: 'GET',
    create: 'POST',
    read: 'GET',
    replace: 'PUT',
    update: 'PATCH',
    delete: 'DELETE',
  };
  const address = method === 'list' || method === 'create' ? path : `${path}/{${idParameter}}`;
  return (
    !hasGrants ||
    permissions.some(
      (each) => each.method === methods[method] && each.path === address && mayDo(each, grants),
    )
  );
}

export function mayDo({ allowed }: Permission, grants: readonly string[]): boolean {
  return allowed === 'authenticated' || grants.some((grant) => allowed.includes(grant));
}
