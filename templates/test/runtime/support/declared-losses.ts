import { isDeepStrictEqual } from 'node:util';
import {
  isInAnotherLanguage,
  isSameConflict,
  isSameTransition,
  isSilent,
  isUnknownParameter,
  withoutContent,
  withoutDetails,
  withoutFurther,
  withoutMember,
  withoutNames,
  withoutPages,
  withoutWords,
  plain,
  placesIn,
} from './alike-answers.ts';
import { isObject, isResource, type Members } from './answer-members.ts';
import { withoutLost } from './lost-operations.ts';
import {
  anonymous,
  idIn,
  isAsked,
  isFilledBy,
  isPossibleNow,
  isRedirected,
  isRefusedNow,
  isRefusedPart,
  isTakenNow,
  ofMembers,
  rowOf,
  verbOf,
  verbs,
  writable,
} from './lost-requests.ts';
import {
  changed,
  type Exchange,
  type Placeholders,
  type RecordedAnswer,
  type RecordedRequest,
} from './recordings.ts';
import type { ResourceLosses } from './resource-losses.ts';
import { inAnswer, lost, withoutOpen } from './shown-values.ts';

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
  readonly #isCarried: boolean;
  /** What was recorded of each resource last, by its identifier. */
  readonly #recorded = new Map<string, Members>();
  /** What was sent of each that answers do not show, and its tag. */
  readonly #sent = new Map<
    string,
    { readonly members: Members; readonly etag: string | undefined }
  >();
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
  /** Paths of collections that have fewer rows than when they were recorded. */
  readonly #fewer = new Set<string>();
  /** Each request has a key of its own. */
  #keys = 0;
  /** How many places in lists had a name before the last exchange. */
  #cursors = 0;
  /** How many instants had one. */
  #instants = 0;

  /** @param isCarried whether rows hold what was recorded, since they were made then: nothing is sent in the place of another value */
  constructor(
    resources: readonly ResourceLosses[],
    placeholders: Placeholders,
    { isCarried = false }: { readonly isCarried?: boolean } = {},
  ) {
    this.#resources = resources;
    this.#placeholders = placeholders;
    this.#isCarried = isCarried;
    // What steps show is no more made up than what clients send.
    placeholders.note(resources.map(({ members }) => members));
  }

  /** What is sent now; undefined where the step takes away all that the exchange is about. */
  requestOf(exchange: Exchange): RecordedRequest | undefined {
    this.#cursors = this.#placeholders.cursors;
    this.#instants = this.#placeholders.instants;
    const { request, answer } = exchange;
    const losses = this.#lossesOf(request.path);
    const names = placesIn(answer).map((at) => at.replace('/', ''));
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
    const isForbidden = isClosed && answer.status < 300 && request.method !== 'GET';
    const isUndone = isFilledBy(exchange, losses) || isReanswered || isForbidden;
    const mayBePossible = isPossibleNow(exchange, losses) || isTakenNow(exchange, losses);
    // A refusal of values that are refused whatever they are.
    const isOfUnwritable = names.some(
      (name) => losses?.unwritable?.includes(name.split('/', 1)[0] ?? '') === true,
    );
    const isOpened = answer.status === 403 && losses?.opened?.includes(verb) === true;
    const isRefusal =
      isTakenAway || isClosed || isOpened || isPermitted || isOfUnwritable || mayBePossible;
    const isOver = isRefusal || isOfLostParameter || isOfLostType || isUndone;
    if (isOver || isOfMissing) {
      this.#placeholders.countBehind(answer);
      if (isUndone && verb !== 'create') this.#missing.add(idIn(request.path));
      if (answer.status === 201) this.#miss(exchange, losses);
      return undefined;
    }
    const distinct = this.#distinct(exchange, losses);
    if (distinct === undefined) {
      this.#placeholders.countBehind(answer);
      this.#miss(exchange, losses);
      return undefined;
    }
    const sent = this.#taken(distinct, exchange, losses);
    return this.#renamed(this.#demanded(writable(sent, losses), exchange, losses));
  }

  compare({ request, answer }: Exchange, given: RecordedAnswer): Compared {
    const losses = this.#lossesOf(request.path);
    if (losses !== undefined) {
      this.#noteUnstored(losses, request, answer, given);
      this.#placeholders.countBehind(answer);
    }
    const renamed = plain(withoutLost(this.#renamed(answer), losses));
    const found = plain(withoutLost(given, losses));
    const isRefused =
      isRefusedNow({ request, answer }, found, losses) || isRefusedPart(request, found, losses);
    // The row stays as it was: nothing that follows is as it was recorded.
    if (isRefused) {
      this.#miss({ request, answer }, losses);
      return { expected: found.status, found: found.status };
    }
    if (isRedirected({ request, answer }, losses)) {
      this.#missing.add(rowOf({ request, answer }));
      return { expected: answer.status, found: found.status };
    }
    // Nobody is shown what was made any more.
    if (losses?.closed?.includes('read') === true && isSilent(renamed, found)) {
      return { expected: withoutContent(renamed), found: withoutContent(found) };
    }
    // Callers may read now what they make.
    if (losses?.opened?.includes('read') === true && isSilent(found, renamed)) {
      this.#placeholders.forgetInstants(this.#instants);
      return { expected: withoutContent(renamed), found: withoutContent(found) };
    }
    if (isInAnotherLanguage(renamed, found)) {
      return { expected: withoutWords(renamed), found: withoutWords(found) };
    }
    return this.#comparedInOneLanguage({ request, answer: renamed }, found, losses);
  }

  /** Notes that a row was not made or changed. */
  #miss(exchange: Omit<Exchange, 'name'>, losses: ResourceLosses | undefined): void {
    this.#missing.add(rowOf(exchange));
    if (exchange.answer.status === 201 && losses !== undefined) this.#fewer.add(losses.path);
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
    const [address = ''] = request.path.split('?');
    const isOfFewer = [...this.#fewer].some((path) => anonymous(path) === anonymous(address));
    const names = JSON.stringify(expected);
    if (isOfFewer || [...this.#missing].some((id) => names.includes(id))) {
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
    // It names all that lists can be sorted by.
    if (query.has('sort') && losses.hasMoreSorts === true && expected.status === 400) {
      return { expected: withoutWords(expected), found: withoutWords(found) };
    }
    if (losses.hasOtherPages === true && anonymous(address) === anonymous(losses.path)) {
      this.#placeholders.forgetCursors(this.#cursors);
      const [then, now] = [expected, found].map(withoutPages) as [RecordedAnswer, RecordedAnswer];
      return { expected: then, found: withoutFurther(then, now) };
    }
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
    const isCustomOperation = !Object.values(verbs).includes(verbOf(request, losses?.path ?? ''));
    const changes = isCustomOperation || ['PUT', 'PATCH', 'DELETE'].includes(method);
    const isChange = changes && answer.status !== 404;
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

  /** Rows that shared a value of what is unique now get different ones; undefined where no value is left. */
  #distinct(
    { request, answer }: Exchange,
    losses: ResourceLosses | undefined,
  ): RecordedRequest | undefined {
    const { body } = request;
    if (losses?.distinct === undefined || answer.status >= 300) return request;
    if (!isResource(answer.body) || !isObject(body)) return request;
    const row = String(answer.body['id']);
    const sent = Object.entries(losses.distinct).flatMap(([member, values]) => {
      const value = body[member];
      if (value === undefined || value === null) return [];
      return [[member, this.#own({ path: losses.path, row, member }, value, values)] as const];
    });
    if (sent.some(([, value]) => value === undefined)) return undefined;
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
    if (value === undefined) return undefined;
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
    losses: ResourceLosses,
    request: RecordedRequest,
    answer: RecordedAnswer,
    found: RecordedAnswer,
  ): void {
    const { status, headers, body } = answer;
    if (status >= 300) return;
    if (!isResource(body)) {
      this.#noteUnshown(losses, request, answer, found);
      return;
    }
    const { method } = request;
    const id = String(body['id']);
    const before = this.#recorded.get(id);
    this.#recorded.set(id, body);
    if (before === undefined || !['PUT', 'PATCH'].includes(method)) return;
    if (
      !isOfLost(losses, before, body) ||
      body['revision'] === before['revision'] ||
      !isResource(found.body)
    )
      return;
    const unstored = this.#unstored.get(id) ?? 0;
    if (found.body['revision'] !== Number(body['revision']) - unstored - 1) return;
    this.#unstored.set(id, unstored + 1);
    this.#alias(body['updatedAt'], found.body['updatedAt']);
    this.#alias(headers['etag'], found.headers['etag']);
  }

  /** The same where answers do not show the row: its tag is the one of before. */
  #noteUnshown(
    losses: ResourceLosses,
    request: RecordedRequest,
    answer: RecordedAnswer,
    found: RecordedAnswer,
  ): void {
    const { method, body } = request;
    if (!isObject(body)) return;
    const id = rowOf({ request, answer });
    const before = this.#sent.get(id);
    const sent = method === 'PATCH' ? { ...before?.members, ...body } : body;
    const { etag } = answer.headers;
    this.#sent.set(id, { members: sent, etag });
    if (before === undefined || !['PUT', 'PATCH'].includes(method)) return;
    if (!isOfLost(losses, before.members, sent)) return;
    if (found.headers['etag'] === this.#renamed(before.etag))
      this.#alias(etag, found.headers['etag']);
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
        ...(this.#isCarried ? {} : this.#holdable(recorded, losses)),
        revision: Number(recorded['revision']) - unstored,
      },
    );
    return withoutOpen(members, losses);
  }
}

/** Whether two states of a row differ in nothing but what steps lose. */
function isOfLost({ members }: ResourceLosses, one: Members, other: Members): boolean {
  return Object.keys({ ...one, ...other })
    .filter((name) => !['revision', 'updatedAt'].includes(name))
    .filter((name) => !isDeepStrictEqual(one[name], other[name]))
    .every((name) => Object.keys(members).some((path) => path.split(/[.[]/)[0] === name));
}
