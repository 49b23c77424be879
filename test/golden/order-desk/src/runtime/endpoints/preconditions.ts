import type { IncomingHttpHeaders } from 'node:http';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type ProblemType } from '../errors/problem.ts';
import { parseTags, revisionOf, type TagList } from './entity-tag.ts';

/** What a request demands of the state it is applied to (RFC 9110, section 13). */
export interface Preconditions {
  readonly ifMatch?: TagList;
  readonly ifNoneMatch?: TagList;
}

/** @throws {Problem} 400 when a header is not a list of entity tags: to ignore it would overwrite what it protects */
export function preconditionsOf(headers: IncomingHttpHeaders): Preconditions {
  const ifMatch = tagsOf(headers, 'if-match');
  const ifNoneMatch = tagsOf(headers, 'if-none-match');
  return {
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
  };
}

function tagsOf(
  headers: IncomingHttpHeaders,
  name: 'if-match' | 'if-none-match',
): TagList | undefined {
  const header = headers[name];
  if (header === undefined) return undefined;
  const tags = parseTags(header);
  if (tags !== undefined) return tags;
  throw new Problem(builtIn.malformedRequest, {
    detail: ({ details }) => details.entityTags,
  });
}

/**
 * The tag by which a reader already has what it asks for, and 304 is the answer. Compared weakly (section 13.1.2).
 *
 * @param tags of what is asked for, in each coding that it may be sent in; the first one is answered to `*`
 */
export function unchangedTag(
  { ifNoneMatch }: Preconditions,
  tags: readonly string[],
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === '*') return tags[0];
  return tags.find((tag) => ifNoneMatch.some(({ opaque }) => opaque === tag.replace(/^W\//, '')));
}

/**
 * Holds a write back unless its preconditions fit the stored revision. Only the revision counts: a client may have read
 * another representation.
 *
 * @throws {Problem} 412, or 428 where a precondition is required and missing (RFC 6585, section 3)
 */
export function checkWrite(
  { ifMatch, ifNoneMatch }: Preconditions,
  revision: number,
  isRequired: boolean,
): void {
  if (ifMatch === undefined && ifNoneMatch === undefined && isRequired) {
    throw new Problem(builtIn.preconditionRequired);
  }
  const names = (tags: TagList) => tags === '*' || tags.some((tag) => revisionOf(tag) === revision);
  if (ifMatch !== undefined && !names(ifMatch)) throw new Problem(builtIn.preconditionFailed);
  if (ifNoneMatch !== undefined && names(ifNoneMatch)) {
    throw new Problem(builtIn.preconditionFailed);
  }
}

/** Problems of every operation that changes or deletes. */
export function changeProblems(demand: 'optional' | 'required'): ProblemType[] {
  return demand === 'required'
    ? [builtIn.preconditionFailed, builtIn.preconditionRequired]
    : [builtIn.preconditionFailed];
}
