import type { Found } from '../change.ts';
import { membersOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Maybe, type Pair } from './comparison.ts';
import { compareContent } from './content.ts';
import { found, type Side } from './found.ts';
import { compareHeaders } from './headers.ts';
import { compareRest } from './rest.ts';

/** Which operation answers. */
export interface Answering {
  readonly path: string;
  readonly method: string;
  /** `request`: a webhook, which clients answer. */
  readonly side: Side;
}

/** Answers by their statuses. */
export function compareResponses(
  { was, is }: Maybe,
  answering: Answering,
  comparison: Comparison,
): readonly Found[] {
  const before = answersIn(was, comparison.was);
  const after = answersIn(is, comparison.is);
  const kept = namesOf(before, after).flatMap((status) => {
    const [one, other] = [before.get(status), after.get(status)];
    if (one === undefined || other === undefined) return [];
    return compareResponse({ was: one, is: other }, status, status, answering, comparison);
  });
  return [...kept, ...compareStatuses(before, after, answering, comparison)];
}

function answersIn(part: Part | undefined, origin: Comparison['was']): Map<string, Part> {
  return new Map(
    membersOf(part).flatMap(([status, each]): [string, Part][] =>
      status.startsWith('x-') ? [] : [[status.toUpperCase(), origin.deref(each)]],
    ),
  );
}

function isError(status: string): boolean {
  return /^[45]/.test(status) || status === 'DEFAULT';
}

/** Statuses that came or went. */
function compareStatuses(
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
  { path, method, side }: Answering,
  comparison: Comparison,
): readonly Found[] {
  const gone = [...before.keys()].filter((status) => !after.has(status)).sort();
  const fresh = [...after.keys()].filter((status) => !before.has(status)).sort();
  const at = (status: string) => `${path}.responses.${shownStatus(status)}`;
  if (side === 'request') {
    return [...gone, ...fresh].map((status) => found('O47', at(status), undefined, status));
  }
  const [removed, added] = [gone, fresh].map((list) => list.filter((each) => !isError(each)));
  const [one, ...others] = removed ?? [];
  const [other, ...more] = added ?? [];
  const errors = [
    ...gone.filter(isError).map((status) => found('Z02', at(status), shownStatus(status))),
    ...fresh
      .filter(isError)
      .map((status) => found('Z03', at(status), undefined, shownStatus(status))),
  ];
  if (one !== undefined && other !== undefined && others.length === 0 && more.length === 0) {
    const [was, is] = [before.get(one), after.get(other)];
    const answering = { path, method, side };
    const place = `${one < other ? one : other}`;
    const inside =
      was === undefined || is === undefined
        ? []
        : compareResponse({ was, is }, other, place, answering, comparison);
    return [...errors, found('M09', at(place), one, other), ...inside];
  }
  const isUpsert = method === 'put' && before.size > 0 && after.size > 0;
  return [
    ...errors,
    ...(removed ?? []).map((status) =>
      found(isUpsert && status === '201' ? 'M04' : 'O41', at(status), status),
    ),
    ...(added ?? []).map((status) =>
      found(isUpsert && status === '201' ? 'M05' : 'O40', at(status), undefined, status),
    ),
  ];
}

function shownStatus(status: string): string {
  return status === 'DEFAULT' ? 'default' : status;
}

function compareResponse(
  pair: Pair,
  status: string,
  shown: string,
  { path, side }: Answering,
  comparison: Comparison,
): readonly Found[] {
  const at = `${path}.responses.${shownStatus(shown)}`;
  const place = { path: `${at}.content`, side, isError: isError(status) };
  return [
    ...compareContent(bothOf(pair, 'content'), place, comparison),
    ...compareHeaders(`${at}.headers`, bothOf(pair, 'headers'), comparison),
    ...compareLinks(`${at}.links`, bothOf(pair, 'links'), comparison),
    ...compareRest(at, pair, ['content', 'headers', 'links'], comparison),
  ];
}

function compareLinks(path: string, { was, is }: Maybe, comparison: Comparison): readonly Found[] {
  const [before, after] = [new Map(membersOf(was)), new Map(membersOf(is))];
  return namesOf(before, after).flatMap((name): readonly Found[] => {
    const [one, other] = [before.get(name), after.get(name)];
    const at = `${path}.${name}`;
    if (one === undefined) return [found('L11', at, undefined, name)];
    if (other === undefined) return [found('O45', at, name)];
    const pair = { was: comparison.was.deref(one), is: comparison.is.deref(other) };
    return compareRest(at, pair, [], comparison);
  });
}
