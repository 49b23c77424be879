import type { SystemMembers } from '../../resources/members.ts';
import { entityTag } from '../entity-tag.ts';
import type { RequestContext } from '../route.ts';

/** Headers that let a client ask for a resource only if it changed, and change it only if it did not. */
export function entityHeaders(
  { version }: RequestContext,
  { revision }: Pick<SystemMembers, 'revision'>,
): Record<'etag', string> {
  return { etag: entityTag(revision, version?.major ?? 0, 'json') };
}
