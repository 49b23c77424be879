import { isObject, isResource, type Members } from './answer-members.ts';
import { changed, type RecordedAnswer } from './recordings.ts';
import type { ResourceLosses } from './resource-losses.ts';

/** The service names one of several values that are taken. A new unique member may change which. */
export function isSameConflict(expected: RecordedAnswer, found: RecordedAnswer): boolean {
  const [one, other] = [expected, found].map(takenIn);
  return one?.some((at) => other?.includes(at) === true) === true;
}

/** Whether something was done, and only one of the answers to it says what became of it. */
export function isSilent(telling: RecordedAnswer, silent: RecordedAnswer): boolean {
  return telling.status < 300 && silent.status < 300 && 'body' in telling && !('body' in silent);
}

/** A success as it is also told without content: 204 says the same as 200. */
export function withoutContent({ status, headers }: RecordedAnswer): RecordedAnswer {
  const left = Object.entries(headers).filter(
    ([name]) => !name.startsWith('content-') && name !== 'preference-applied',
  );
  return { status: status === 204 ? 200 : status, headers: Object.fromEntries(left) };
}

export function isInAnotherLanguage(one: RecordedAnswer, other: RecordedAnswer): boolean {
  const [was, is] = [one, other].map(({ headers }) => headers['content-language']);
  return was !== undefined && is !== undefined && was !== is;
}

/**
 * In the form that both answers have, whichever release was asked. JSON has no charset (RFC 8259, section 11): where media types name the
 * version, none is said. In templates of lists, older releases recorded the version that the query named as a part of the path.
 */
export function plain({ headers, ...answer }: RecordedAnswer): RecordedAnswer {
  const { 'content-type': type } = headers;
  const shown =
    'body' in answer ? { ...answer, body: changed(answer.body, plainTemplate) } : answer;
  if (type === undefined) return { ...shown, headers };
  const plainType = type.replace(/(?<=json); charset=utf-8$/, '');
  return { ...shown, headers: { ...headers, 'content-type': plainType } };
}

function plainTemplate(text: string): string {
  return text.replace(/^\/v[\d-]+\{(\/[^?{}]*)\?([\w,[\]]+)\}$/, '$1{?$2}');
}

/** The places of what a problem is about: `/title`. */
export function placesIn({ status, body }: RecordedAnswer): readonly string[] {
  const { errors } = (isObject(body) ? body : {}) as { errors?: unknown };
  if (status < 400 || !Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ at = '' }) => String(at));
}

/** A problem without its texts: they may come in another language now. */
export function withoutWords({ status, body }: RecordedAnswer): unknown {
  const { code, errors } = (isObject(body) ? body : {}) as { code?: unknown; errors?: unknown };
  const all: unknown[] = Array.isArray(errors) ? errors : [];
  const places = all.filter(isObject).map(({ in: place, at, code: kind }) => [place, at, kind]);
  return { status, code, places };
}

/**
 * Without links to what is possible now and was not when it was recorded, and without members that were added since: of a resource,
 * whatever their default is; of all else, those that have no value.
 */
export function withoutFurther<T>(then: T, now: T, isOfResource = false): T {
  if (Array.isArray(then) && Array.isArray(now)) {
    return now.map((each: unknown, index) => withoutFurther(then[index] as unknown, each)) as T;
  }
  if (!isObject(then) || !isObject(now)) return now;
  const mayGrow = isOfResource || isResource(then);
  const known = Object.entries(now).filter(
    ([name, value]) => name in then || (!mayGrow && value !== null) || /^_?links$/.test(name),
  );
  const left = known.map(([name, value]) => {
    const before = then[name];
    if (!/^_?links$/.test(name) || !isObject(value) || !isObject(before)) {
      // JSON:API has the members of a resource in these two.
      const isPart = name === 'attributes' || name === 'relationships';
      return [name, withoutFurther(before, value, isPart)] as const;
    }
    const links = Object.entries(value).filter(
      ([link, target]) => link in before || !(link.startsWith('rel:') || isCall(target)),
    );
    return [name, Object.fromEntries(links)] as const;
  });
  return Object.fromEntries(left) as T;
}

/** A link of JSON:API to what is asked for by a method of its own. */
function isCall(target: unknown): boolean {
  return isObject(target) && isObject(target['meta']) && 'method' in target['meta'];
}

/** A list without what it says of its pages: how many rows there are may come later, and a cursor leads to the next page. */
export function withoutPages({ headers, body, ...answer }: RecordedAnswer): RecordedAnswer {
  const { link: _, ...others } = headers;
  if (!isObject(body)) return { ...answer, headers: others, body };
  const left = Object.entries(body)
    .filter(([name]) => name !== 'page' && name !== 'meta')
    .map(([name, value]) => {
      if (!/^_?links$/.test(name) || !isObject(value)) return [name, value] as const;
      const { next: __, prev: ___, last: ____, ...links } = value;
      return [name, links] as const;
    });
  return { ...answer, headers: others, body: Object.fromEntries(left) };
}

/** What a list answers that cannot be sorted any more. */
export function isUnknownParameter({ body }: RecordedAnswer): boolean {
  return isObject(body) && body['code'] === 'unknown-parameter';
}

/** More may be possible in a state than when it was recorded. */
export function isSameTransition(expected: RecordedAnswer, found: RecordedAnswer): boolean {
  const [then, now] = [expected, found].map(({ status, body }) => {
    const { allowedTransitions } = (body ?? {}) as { allowedTransitions?: unknown };
    return status === 409 && Array.isArray(allowedTransitions) ? allowedTransitions : undefined;
  });
  return then !== undefined && now !== undefined && then.every((each) => now.includes(each));
}

function takenIn({ status, body }: RecordedAnswer): readonly unknown[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return status === 409 ? errors.filter(({ code }) => code === 'unique').map(({ at }) => at) : [];
}

export function withoutMember(answer: RecordedAnswer, name: string): RecordedAnswer {
  const { [name]: _, ...body } = answer.body as Members;
  return { ...answer, body };
}

/** A problem without the names that could be asked for once. */
export function withoutNames(answer: RecordedAnswer, { lost }: ResourceLosses): unknown {
  const names = [...lost.filter, ...lost.sort];
  if (names.length === 0 || typeof answer.body !== 'object' || answer.body === null) return answer;
  const { allowed, errors = [], ...body } = answer.body as Members;
  const left = (list: unknown) =>
    Array.isArray(list) ? list.filter((name) => !names.includes(String(name))) : list;
  return {
    ...answer,
    body: {
      ...body,
      allowed: left(allowed),
      errors: (errors as readonly Members[]).map((each) => {
        const { detail: _, allowed: some, ...error } = each;
        return { ...error, allowed: left(some) };
      }),
    },
  };
}

/** A problem without what it says of the values of members that could be null. */
export function withoutDetails(
  answer: RecordedAnswer,
  { unclaimed }: ResourceLosses,
): RecordedAnswer {
  if (unclaimed === undefined || !isObject(answer.body)) return answer;
  const { errors = [] } = answer.body as { readonly errors?: readonly Members[] };
  const left = errors.map(({ detail, ...error }) =>
    unclaimed.includes(String(error['at']).slice(1)) ? error : { ...error, detail },
  );
  return { ...answer, body: { ...answer.body, errors: left } };
}
