import { placesIn } from './alike-answers.ts';
import { isObject, isResource, type Members } from './answer-members.ts';
import type { Exchange, RecordedAnswer, RecordedRequest } from './recordings.ts';
import type { ResourceLosses } from './resource-losses.ts';

export const verbs: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Whether it was done, or looked at what there was, and needs a row now that the tests do not have. */
export function isFilledBy(
  { request, answer }: Exchange,
  losses: ResourceLosses | undefined,
): boolean {
  if (losses?.filled?.includes(verbOf(request, losses.path)) !== true) return false;
  return answer.status < 300 || answer.status === 409;
}

/** Whether what was not possible then may be possible now: the row is in a state that is called otherwise, or the transition leads from more or on other conditions. */
export function isPossibleNow(
  { request, answer: { status, body } }: Exchange,
  losses: ResourceLosses | undefined,
): boolean {
  if (status !== 409 || !isObject(body)) return false;
  const isWidened = losses?.widened?.includes(verbOf(request, losses.path)) === true;
  if (body['code'] === 'guard-not-met') return isWidened;
  if (body['code'] !== 'transition-not-allowed') return false;
  const state = String(body['state']);
  const isRenamed = Object.values(losses?.members ?? {}).some(
    (loss) => 'values' in loss && Object.hasOwn(loss.values, state),
  );
  return isRenamed || isWidened;
}

/** Whether a value was refused of a member that takes more now. */
export function isTakenNow(
  { request, answer }: Exchange,
  losses: ResourceLosses | undefined,
): boolean {
  if (losses === undefined) return false;
  const { loosened = [], loosenedInputs = {} } = losses;
  const members = loosenedInputs[verbOf(request, losses.path)] ?? loosened;
  const paths = placesIn(answer).map((at) =>
    at.slice(1).replaceAll(/\/\d+/g, '[]').replaceAll('/', '.'),
  );
  return paths.some((path) =>
    members.some(
      (member) => path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`),
    ),
  );
}

/** Whether a row does not meet a condition that came later, is in a state from which it is not possible any more, or has the name of another caller. */
export function isRefusedNow(
  { request, answer }: Omit<Exchange, 'name'>,
  { status, body }: RecordedAnswer,
  losses: ResourceLosses | undefined,
): boolean {
  if (!isObject(body)) return false;
  if (status === 403 && answer.status < 300) return losses?.named !== undefined;
  if (status !== 409) return false;
  const verb = verbOf(request, losses?.path ?? '');
  const isBarred = answer.status < 300 && losses?.narrowed?.includes(verb) === true;
  return (
    (body['code'] === 'guard-not-met' && losses?.conditional?.includes(verb) === true) ||
    (body['code'] === 'transition-not-allowed' && isBarred)
  );
}

/** Whether a row is in another state behind it than it was then. */
export function isRedirected(
  { request, answer }: Omit<Exchange, 'name'>,
  losses: ResourceLosses | undefined,
): boolean {
  if (answer.status >= 300 || losses?.redirected === undefined) return false;
  const verb = answer.status === 201 ? 'create' : verbOf(request, losses.path);
  return losses.redirected.includes(verb);
}

/** Whether a PATCH has a part of an object that is gone: there is nothing to merge it with, so that members are missing. */
export function isRefusedPart(
  { method, body }: RecordedRequest,
  found: RecordedAnswer,
  losses: ResourceLosses | undefined,
): boolean {
  const problem = found.body;
  if (losses === undefined || method !== 'PATCH' || !isObject(body)) return false;
  if (!isObject(problem) || problem['code'] !== 'validation-failed') return false;
  const { errors = [] } = problem as { readonly errors?: readonly Members[] };
  return (
    errors.length > 0 &&
    errors.every(({ at, code }) => {
      const [, member = '', ...within] = String(at).split('/');
      const { [member]: loss } = losses.members;
      const isGone = loss !== undefined && 'isGone' in loss;
      return code === 'required' && within.length > 0 && isGone && isObject(body[member]);
    })
  );
}

/** Without members that it may not have any more. */
export function writable(
  request: RecordedRequest,
  losses: ResourceLosses | undefined,
): RecordedRequest {
  const { method, body } = request;
  const { unwritable = [], path = '' } = losses ?? {};
  const isOfResource = Object.values(verbs).includes(verbOf(request, path)) && method !== 'GET';
  if (unwritable.length === 0 || !isOfResource || !isObject(body)) return request;
  const left = Object.entries(body).filter(([name]) => !unwritable.includes(name));
  return { ...request, body: Object.fromEntries(left) };
}

/** The identifier of the resource that an exchange made or changed. */
export function rowOf({ request, answer }: Omit<Exchange, 'name'>): string {
  if (isResource(answer.body)) return String(answer.body['id']);
  return idIn(answer.headers['location'] ?? request.path);
}

/** The identifier in the address of a resource, or of something that is done with it. */
export function idIn(path: string): string {
  return /\{id-\d+\}(?=[^{}]*$)/.exec(path)?.[0] ?? path;
}

/** What a request does: a verb, or the last segment of what is asked for by a POST below a resource. */
export function verbOf({ method, path }: RecordedRequest, collection: string): string {
  const [address = ''] = path.split('?');
  const isCustomOperation = method === 'POST' && anonymous(address) !== anonymous(collection);
  return isCustomOperation ? (address.split('/').at(-1) ?? '') : (verbs[method] ?? method);
}

/** Filters and sorts by members that are shown otherwise now find and order others. */
export function ofMembers({
  members,
  distinct = {},
  taken = {},
}: ResourceLosses): ResourceLosses['lost'] {
  const names = [members, distinct, taken].flatMap((each) => Object.keys(each));
  return { filter: names, sort: names };
}

export function isAsked(query: URLSearchParams, { filter, sort }: ResourceLosses['lost']): boolean {
  const sorts = (query.get('sort') ?? '').split(/[,;]/);
  // A member may be called sort as well: no list is filtered by it under that name.
  const filters = [...query.keys()]
    .map((key) => key.split('[')[0] ?? '')
    .filter((key) => key !== 'sort');
  return filters.some((key) => filter.includes(key)) || sorts.some((name) => sort.includes(name));
}

/** A path without what stands in its placeholders. */
export function anonymous(path: string): string {
  return path.replaceAll(/\{[^}]*\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}');
}
