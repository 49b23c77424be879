import { isDeepStrictEqual } from 'node:util';
import { withoutLost } from './lost-operations.ts';
import {
  changed,
  type Exchange,
  type Placeholders,
  type RecordedAnswer,
  type RecordedRequest,
} from './recordings.ts';

/** What clients are shown in place of what they sent, as the steps behind their version say. */
export type DeclaredLoss =
  /** Always this. */
  | { readonly shown: unknown }
  /** Nothing. */
  | { readonly isGone: true }
  /** Of some values others. */
  | { readonly values: Readonly<Record<string, unknown>> }
  /** This, where there was nothing. */
  | { readonly missing: unknown }
  /** What no step says: a hook, or another type. */
  | { readonly isOpen: true };

/** Values by members. */
type TakenValues = Readonly<Record<string, readonly unknown[]>>;

/** What steps lose of a resource. */
export interface ResourceLosses {
  /** Of its collection: `/orders/{orderId}/lines` */
  readonly path: string;
  /** By paths: `shelf`, `parcels[].weight` */
  readonly members: Readonly<Record<string, DeclaredLoss>>;
  /** What its lists cannot be asked for any more. */
  readonly lost: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  /** Their other parameters of which that is so, such as `cursor`. */
  readonly lostParameters?: readonly string[];
  /** Media types that it cannot be asked for any more. */
  readonly lostTypes?: readonly string[];
  /** What they do nearly as they did it. */
  readonly near: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  /** Values of members that no two rows share any more: sent in the place of those that another row has. */
  readonly distinct?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that the newest version can hold, of members that have another type there: sent in the place of others. */
  readonly taken?: TakenValues;
  /** The same of what transitions and actions are sent, by their names. */
  readonly takenInputs?: Readonly<Record<string, TakenValues>>;
  /** Members that no two rows could share, alone or together, and that they may share now. */
  readonly shared?: readonly (readonly string[])[];
  /** Verbs, such as `replace`, and names of transitions and actions, that no caller may use. */
  readonly closed?: readonly string[];
  /** The same that some callers may use now, and none could. */
  readonly opened?: readonly string[];
  /** Names of transitions and actions that have a condition now which they did not have. */
  readonly conditional?: readonly string[];
  /** Headers that requests have to have now. */
  readonly demanded?: readonly string[];
  /** Headers that requests had to have, and need not have now. */
  readonly undemanded?: readonly string[];
  /** Names of actions that are done before their answer now, and were done after it, or the other way round. */
  readonly reanswered?: readonly string[];
  /** Members that no caller may send any more. */
  readonly unwritable?: readonly string[];
  /** Members that claims of the caller said, and that have to be sent now: they cannot be null in a patch. */
  readonly unclaimed?: readonly string[];
  /** Verbs, and names of transitions and actions, in which the service refers to a row that only the real database has. */
  readonly filled?: readonly string[];
}

const verbs: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

type Members = Readonly<Record<string, unknown>>;

/** A recorded answer and the one that came now, as far as they have to be the same. */
export interface Compared {
  readonly expected: unknown;
  readonly found: unknown;
}

/**
 * What recorded answers have to be now, where steps lose something: members that
 * no step loses are compared as they were recorded; the others have the value that the step shows in their place.
 */
export class DeclaredLosses {
  readonly #resources: readonly ResourceLosses[];
  readonly #placeholders: Placeholders;
  /** What was recorded of each resource last, by its identifier. */
  readonly #recorded = new Map<string, Members>();
  /** How many of its revisions changed nothing but what is lost. */
  readonly #unstored = new Map<string, number>();
  /** What stands in a recording for what was made up then and is not made up now. */
  readonly #aliases = new Map<string, string>();
  /** Which row has a value of a member that is unique now, by both. */
  readonly #owners = new Map<string, string>();
  /** What was sent in the place of a value that another row has, by row, member and value. */
  readonly #replaced = new Map<string, unknown>();

  /** Recorded values of members that have another type now, in the order in which they came. */
  readonly #held = new Map<string, readonly unknown[]>();

  /** What cannot be made any more, or is in another state now than when it was recorded: no request about it is sent. */
  readonly #missing = new Set<string>();
  /** Each request has a key of its own. */
  #keys = 0;
  /** How many places in lists had a name before the last exchange. */
  #cursors = 0;

  constructor(resources: readonly ResourceLosses[], placeholders: Placeholders) {
    this.#resources = resources;
    this.#placeholders = placeholders;
    // What steps show is no more made up than what clients send.
    placeholders.note(resources.map(({ members }) => members));
  }

  /** What is sent now; undefined where the step takes away all that the exchange is about. */
  requestOf(exchange: Exchange): RecordedRequest | undefined {
    this.#cursors = this.#placeholders.cursors;
    const { request, answer } = exchange;
    const losses = this.#lossesOf(request.path);
    const { errors = [] } = (answer.body ?? {}) as { errors?: readonly { at?: string }[] };
    const names = (Array.isArray(errors) ? errors : []).map(({ at = '' }) => at.replace('/', ''));
    const isOfLost = names.every((name) => Object.hasOwn(losses?.members ?? {}, name));
    const isShared = losses?.shared?.some((key) => isDeepStrictEqual(key, names)) === true;
    const isTakenAway = answer.status === 409 && names.length > 0 && (isOfLost || isShared);
    const isClosed =
      answer.status !== 403 && losses?.closed?.includes(verbOf(request, losses.path)) === true;
    const query = new URLSearchParams(request.path.split('?')[1] ?? '');
    const isOfLostParameter = losses?.lostParameters?.some((name) => query.has(name)) === true;
    const isOfLostType = losses?.lostTypes?.includes(request.headers?.['accept'] ?? '') === true;
    // It would be done now (RFC 6585, section 3).
    const isPermitted = answer.status === 428 && losses?.undemanded?.includes('if-match') === true;
    const isOfMissing = this.#isOfMissing(request);
    const verb = verbOf(request, losses?.path ?? '');
    const isReanswered = answer.status < 300 && losses?.reanswered?.includes(verb) === true;
    const isUndone = isFilledBy(exchange, losses) || isReanswered;
    const isInLostState = isRefusedInLostState(answer, losses);
    // A refusal of values that are refused whatever they are.
    const isOfUnwritable = names.some(
      (name) => losses?.unwritable?.includes(name.split('/', 1)[0] ?? '') === true,
    );
    const isRefusal = isTakenAway || isClosed || isPermitted || isOfUnwritable || isInLostState;
    const isOver = isRefusal || isOfLostParameter || isOfLostType || isUndone;
    if (isOver || isOfMissing) {
      this.#placeholders.countBehind(answer);
      if (isUndone && verb !== 'create') this.#missing.add(idIn(request.path));
      if (answer.status === 201 && isResource(answer.body)) {
        this.#missing.add(String(answer.body['id']));
      }
      return undefined;
    }
    const sent = this.#taken(this.#distinct(exchange, losses), exchange, losses);
    return this.#renamed(this.#demanded(writable(sent, losses), exchange, losses));
  }

  compare({ request, answer }: Exchange, given: RecordedAnswer): Compared {
    const losses = this.#lossesOf(request.path);
    if (losses !== undefined) {
      this.#noteUnstored(losses, request, answer, given);
      this.#placeholders.countBehind(answer);
    }
    const renamed = withoutLost(this.#renamed(answer), losses);
    const found = withoutLost(given, losses);
    const isRefused =
      isRefusedByCondition(request, found, losses) || isRefusedPart(request, found, losses);
    // The row stays as it was: nothing that follows is as it was recorded.
    if (isRefused) {
      this.#missing.add(idIn(request.path));
      return { expected: found.status, found: found.status };
    }
    // Nobody is shown what was made any more.
    if (losses?.closed?.includes('read') === true && isSilent(renamed, found)) {
      return { expected: withoutContent(renamed), found: withoutContent(found) };
    }
    // Callers may read now what they make.
    if (losses?.opened?.includes('read') === true && isSilent(found, renamed)) {
      return { expected: withoutContent(renamed), found: withoutContent(found) };
    }
    if (isInAnotherLanguage(renamed, found)) {
      return { expected: withoutWords(renamed), found: withoutWords(found) };
    }
    return this.#comparedInOneLanguage({ request, answer: renamed }, found, losses);
  }

  #comparedInOneLanguage(
    { request, answer: expected }: Omit<Exchange, 'name'>,
    found: RecordedAnswer,
    losses: ResourceLosses | undefined,
  ): Compared {
    const query = new URLSearchParams(request.path.split('?')[1] ?? '');
    if (losses !== undefined && isAsked(query, losses.lost)) {
      return { expected: 400, found: found.status };
    }
    if ([...this.#missing].some((id) => JSON.stringify(expected).includes(id))) {
      return { expected: expected.status, found: found.status };
    }
    const differs = isSameTransition(expected, found)
      ? 'allowedTransitions'
      : isSameConflict(expected, found)
        ? 'errors'
        : undefined;
    if (differs !== undefined) {
      return { expected: withoutMember(expected, differs), found: withoutMember(found, differs) };
    }
    if (losses === undefined) return { expected, found: withoutFurther(expected, found) };
    if (isAsked(query, losses.near) || isAsked(query, ofMembers(losses))) {
      this.#placeholders.forgetCursors(this.#cursors);
      return { expected: expected.status, found: found.status };
    }
    if (query.has('sort') && losses.lost.sort.length > 0 && isUnknownParameter(found)) {
      return { expected: expected.status, found: found.status };
    }
    if (expected.status === 400) {
      const [then, now] = [expected, found].map((each) =>
        withoutNames(withoutDetails(each, losses), losses),
      );
      return { expected: then, found: now };
    }
    return {
      expected: inAnswer(expected, (shown) => this.#shown(shown, losses)),
      found: inAnswer(withoutFurther(expected, found), (shown) => withoutOpen(shown, losses)),
    };
  }

  /** With the headers that requests have to have now. */
  #demanded(
    request: RecordedRequest,
    { answer }: Exchange,
    losses: ResourceLosses | undefined,
  ): RecordedRequest {
    const { method, headers = {} } = request;
    const asks = (name: string) => losses?.demanded?.includes(name) === true && !(name in headers);
    const isNew = method === 'POST' || method === 'PATCH';
    const isChange = ['PUT', 'PATCH', 'DELETE'].includes(method) && answer.status !== 404;
    this.#keys += 1;
    const further = {
      ...(isNew &&
        asks('idempotency-key') && { 'idempotency-key': `"demanded-${String(this.#keys)}"` }),
      ...(isChange && asks('if-match') && { 'if-match': '*' }),
    };
    return Object.keys(further).length === 0
      ? request
      : { ...request, headers: { ...headers, ...further } };
  }

  /** Rows that shared a value of what is unique now get different ones. */
  #distinct({ request, answer }: Exchange, losses: ResourceLosses | undefined): RecordedRequest {
    const { body } = request;
    if (losses?.distinct === undefined || answer.status >= 300) return request;
    if (!isResource(answer.body) || !isObject(body)) return request;
    const row = String(answer.body['id']);
    const sent = Object.entries(losses.distinct).flatMap(([member, values]) => {
      const value = body[member];
      if (value === undefined || value === null) return [];
      return [[member, this.#own({ path: losses.path, row, member }, value, values)] as const];
    });
    return { ...request, body: { ...body, ...Object.fromEntries(sent) } };
  }

  /** With values that the newest version can hold. */
  #taken(
    request: RecordedRequest,
    { answer }: Exchange,
    losses: ResourceLosses | undefined,
  ): RecordedRequest {
    const { body } = request;
    if (losses === undefined || answer.status >= 300 || !isObject(body)) return request;
    const verb = verbOf(request, losses.path);
    const inputs = losses.takenInputs?.[verb];
    const held = inputs === undefined ? losses : { path: `${losses.path}/${verb}`, taken: inputs };
    const isCustomOperation = !Object.values(verbs).includes(verb);
    if (isCustomOperation && inputs === undefined) return request;
    return { ...request, body: { ...body, ...this.#holdable(body, held) } };
  }

  /** The members of a body or of a resource that have values in the place of those that were recorded. */
  #holdable(
    members: Members,
    { path, taken = {} }: Pick<ResourceLosses, 'path' | 'taken'>,
  ): Members {
    const replaced = Object.entries(taken).flatMap(([member, values]) => {
      const { [member]: recorded } = members;
      if (recorded === undefined || recorded === null) return [];
      const key = JSON.stringify([path, member]);
      const known = this.#held.get(key) ?? [];
      const at = known.findIndex((each) => isDeepStrictEqual(each, recorded));
      if (at === -1) this.#held.set(key, [...known, recorded]);
      // What differed when it was recorded differs now as well, as far as there are so many values.
      return [[member, values[(at === -1 ? known.length : at) % values.length]] as const];
    });
    return Object.fromEntries(replaced);
  }

  /** A value that only this row has: the one that was recorded, where no other row has it. */
  #own(
    { path, row, member }: Readonly<Record<'path' | 'row' | 'member', string>>,
    recorded: unknown,
    values: readonly unknown[],
  ): unknown {
    const ownerOf = (value: unknown) => JSON.stringify([path, member, value]);
    const place = JSON.stringify([row, member, recorded]);
    if (this.#replaced.has(place)) return this.#replaced.get(place);
    const owner = this.#owners.get(ownerOf(recorded)) ?? row;
    // What the row has itself would change nothing.
    const value =
      owner === row ? recorded : values.find((each) => !this.#owners.has(ownerOf(each)));
    if (value === undefined) throw new Error(`no value of ${member} is left that no row has`);
    this.#owners.set(ownerOf(value), row);
    if (!isDeepStrictEqual(value, recorded)) this.#replaced.set(place, value);
    return value;
  }

  /** Whether a request names what cannot be made any more, or an instant or a place in a list that came from it. */
  #isOfMissing(request: RecordedRequest): boolean {
    if ([...this.#missing].some((id) => JSON.stringify(request).includes(id))) return true;
    return this.#missing.size > 0 && !this.#placeholders.knowsAll(this.#renamed(request));
  }

  #lossesOf(path: string): ResourceLosses | undefined {
    const asked = anonymous(path.replace(/\?.*/s, ''));
    const exact = this.#resources.find((each) => {
      const own = anonymous(each.path);
      return asked === own || asked === `${own}/{}`;
    });
    if (exact !== undefined) return exact;
    // What is done with a child begins with the path of its parent, too.
    return this.#resources
      .filter((each) => asked.startsWith(`${anonymous(each.path)}/{}/`))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
  }

  /** A change of lost members alone stores nothing now, and counts no revision. */
  #noteUnstored(
    { members }: ResourceLosses,
    { method }: RecordedRequest,
    { status, headers, body }: RecordedAnswer,
    found: RecordedAnswer,
  ): void {
    if (status >= 300 || !isResource(body)) return;
    const id = String(body['id']);
    const before = this.#recorded.get(id);
    this.#recorded.set(id, body);
    if (before === undefined || !['PUT', 'PATCH'].includes(method)) return;
    const isOfLost = Object.keys({ ...before, ...body })
      .filter((name) => !['revision', 'updatedAt'].includes(name))
      .filter((name) => !isDeepStrictEqual(before[name], body[name]))
      .every((name) => Object.keys(members).some((path) => path.split(/[.[]/)[0] === name));
    if (!isOfLost || body['revision'] === before['revision'] || !isResource(found.body)) return;
    const unstored = this.#unstored.get(id) ?? 0;
    if (found.body['revision'] !== Number(body['revision']) - unstored - 1) return;
    this.#unstored.set(id, unstored + 1);
    this.#alias(body['updatedAt'], found.body['updatedAt']);
    this.#alias(headers['etag'], found.headers['etag']);
  }

  #alias(recorded: unknown, now: unknown): void {
    if (typeof recorded === 'string' && typeof now === 'string') this.#aliases.set(recorded, now);
  }

  #renamed<T>(value: T): T {
    return changed(value, (text) =>
      text.replaceAll(/\{[a-z]+-\d+\}/g, (name) => this.#aliases.get(name) ?? name),
    ) as T;
  }

  /** A recorded resource, as the steps show it now. */
  #shown(recorded: Members, losses: ResourceLosses): Members {
    const row = String(recorded['id']);
    const unstored = this.#unstored.get(row) ?? 0;
    const others = Object.keys(losses.distinct ?? {}).flatMap((member) => {
      const place = JSON.stringify([row, member, recorded[member]]);
      return this.#replaced.has(place) ? [[member, this.#replaced.get(place)] as const] : [];
    });
    const members = Object.entries(losses.members).reduce<Members>(
      (shown, [path, loss]) => lost(shown, path, loss),
      {
        ...recorded,
        ...Object.fromEntries(others),
        ...this.#holdable(recorded, losses),
        revision: Number(recorded['revision']) - unstored,
      },
    );
    return withoutOpen(members, losses);
  }
}

function lost(shown: Members, path: string, loss: DeclaredLoss): Members {
  const { [path]: value, ...others } = shown;
  if ('isGone' in loss) return others;
  if ('shown' in loss) return { ...others, [path]: loss.shown };
  if ('missing' in loss) return { ...others, [path]: value ?? loss.missing };
  if ('values' in loss && typeof value === 'string' && Object.hasOwn(loss.values, value)) {
    return { ...others, [path]: loss.values[value] };
  }
  return shown;
}

/** Without what the steps leave open. */
function withoutOpen(shown: Members, { members }: ResourceLosses): Members {
  return Object.entries(members)
    .filter(([, loss]) => 'isOpen' in loss)
    .reduce((left, [path]) => without(left, path.split('.')) as Members, shown);
}

function without(value: unknown, [first = '', ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = first.replace(/\[\]$/, '');
  const { [name]: member, ...others } = value as Members;
  if (member === undefined || rest.length === 0) return others;
  const inner = Array.isArray(member)
    ? member.map((each: unknown) => without(each, rest))
    : without(member, rest);
  return { ...others, [name]: inner };
}

/** An answer with other resources in it, in whichever form they stand there. */
function inAnswer(answer: RecordedAnswer, show: (shown: Members) => Members): RecordedAnswer {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    if (isResource(value)) return show(value);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)]));
  };
  return 'body' in answer ? { ...answer, body: within(answer.body) } : answer;
}

/** The service names one of several values that are taken. A new unique member may change which. */
function isSameConflict(expected: RecordedAnswer, found: RecordedAnswer): boolean {
  const [one, other] = [expected, found].map(takenIn);
  return one?.some((at) => other?.includes(at) === true) === true;
}

/** Whether something was done, and only one of the answers to it says what became of it. */
function isSilent(telling: RecordedAnswer, silent: RecordedAnswer): boolean {
  return telling.status < 300 && silent.status < 300 && 'body' in telling && !('body' in silent);
}

/** A success as it is also told without content: 204 says the same as 200. */
function withoutContent({ status, headers }: RecordedAnswer): RecordedAnswer {
  const left = Object.entries(headers).filter(
    ([name]) => !name.startsWith('content-') && name !== 'preference-applied',
  );
  return { status: status === 204 ? 200 : status, headers: Object.fromEntries(left) };
}

function isInAnotherLanguage(one: RecordedAnswer, other: RecordedAnswer): boolean {
  const [was, is] = [one, other].map(({ headers }) => headers['content-language']);
  return was !== undefined && is !== undefined && was !== is;
}

/** A problem without its texts: they may come in another language now. */
function withoutWords({ status, body }: RecordedAnswer): unknown {
  const { code, errors } = (isObject(body) ? body : {}) as { code?: unknown; errors?: unknown };
  const all: unknown[] = Array.isArray(errors) ? errors : [];
  const places = all.filter(isObject).map(({ in: place, at, code: kind }) => [place, at, kind]);
  return { status, code, places };
}

/**
 * Without links to what is possible now and was not when it was recorded, and without members that were added since: of a resource,
 * whatever their default is; of all else, those that have no value.
 */
function withoutFurther<T>(then: T, now: T, isOfResource = false): T {
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

/** Whether it was done, or looked at what there was, and needs a row now that the tests do not have. */
function isFilledBy({ request, answer }: Exchange, losses: ResourceLosses | undefined): boolean {
  if (losses?.filled?.includes(verbOf(request, losses.path)) !== true) return false;
  return answer.status < 300 || answer.status === 409;
}

/** Whether the row was in a state that is called otherwise now: what was not possible then may be possible in that one. */
function isRefusedInLostState(
  { status, body }: RecordedAnswer,
  losses: ResourceLosses | undefined,
): boolean {
  if (status !== 409 || !isObject(body) || body['code'] !== 'transition-not-allowed') return false;
  const state = String(body['state']);
  return Object.values(losses?.members ?? {}).some(
    (loss) => 'values' in loss && Object.hasOwn(loss.values, state),
  );
}

/** Whether a row does not meet a condition that came later. */
function isRefusedByCondition(
  request: RecordedRequest,
  { status, body }: RecordedAnswer,
  losses: ResourceLosses | undefined,
): boolean {
  if (losses?.conditional?.includes(verbOf(request, losses.path)) !== true) return false;
  return status === 409 && isObject(body) && body['code'] === 'guard-not-met';
}

/** Whether a PATCH has a part of an object that is gone: there is nothing to merge it with, so that members are missing. */
function isRefusedPart(
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
function writable(request: RecordedRequest, losses: ResourceLosses | undefined): RecordedRequest {
  const { method, body } = request;
  const { unwritable = [], path = '' } = losses ?? {};
  const isOfResource = Object.values(verbs).includes(verbOf(request, path)) && method !== 'GET';
  if (unwritable.length === 0 || !isOfResource || !isObject(body)) return request;
  const left = Object.entries(body).filter(([name]) => !unwritable.includes(name));
  return { ...request, body: Object.fromEntries(left) };
}

/** The identifier in the address of a resource, or of something that is done with it. */
function idIn(path: string): string {
  return /\{id-\d+\}(?=[^{}]*$)/.exec(path)?.[0] ?? path;
}

/** What a list answers that cannot be sorted any more. */
function isUnknownParameter({ body }: RecordedAnswer): boolean {
  return isObject(body) && body['code'] === 'unknown-parameter';
}

/** More may be possible in a state than when it was recorded. */
function isSameTransition(expected: RecordedAnswer, found: RecordedAnswer): boolean {
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

function withoutMember(answer: RecordedAnswer, name: string): RecordedAnswer {
  const { [name]: _, ...body } = answer.body as Members;
  return { ...answer, body };
}

/** What a request does: a verb, or the last segment of what is asked for by a POST below a resource. */
function verbOf({ method, path }: RecordedRequest, collection: string): string {
  const [address = ''] = path.split('?');
  const isCustomOperation = method === 'POST' && anonymous(address) !== anonymous(collection);
  return isCustomOperation ? (address.split('/').at(-1) ?? '') : (verbs[method] ?? method);
}

function isResource(value: unknown): value is Members {
  return isObject(value) && 'revision' in value && 'createdAt' in value;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Filters and sorts by members that are shown otherwise now find and order others. */
function ofMembers({ members, distinct = {}, taken = {} }: ResourceLosses): ResourceLosses['lost'] {
  const names = [members, distinct, taken].flatMap((each) => Object.keys(each));
  return { filter: names, sort: names };
}

function isAsked(query: URLSearchParams, { filter, sort }: ResourceLosses['lost']): boolean {
  const sorts = (query.get('sort') ?? '').split(/[,;]/);
  const filters = [...query.keys()].map((key) => key.split('[')[0] ?? '');
  return filters.some((key) => filter.includes(key)) || sorts.some((name) => sort.includes(name));
}

/** A problem without the names that could be asked for once. */
function withoutNames(answer: RecordedAnswer, { lost }: ResourceLosses): unknown {
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
function withoutDetails(answer: RecordedAnswer, { unclaimed }: ResourceLosses): RecordedAnswer {
  if (unclaimed === undefined || !isObject(answer.body)) return answer;
  const { errors = [] } = answer.body as { readonly errors?: readonly Members[] };
  const left = errors.map(({ detail, ...error }) =>
    unclaimed.includes(String(error['at']).slice(1)) ? error : { ...error, detail },
  );
  return { ...answer, body: { ...answer.body, errors: left } };
}

/** A path without what stands in its placeholders. */
function anonymous(path: string): string {
  return path.replaceAll(/\{[^}]*\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}');
}
