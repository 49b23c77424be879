import { isObject } from './answer-members.ts';
import { changed, type RecordedAnswer } from './recordings.ts';

/** What clients of a version cannot ask for any more as they did, of one resource. */
interface LostOperations {
  readonly lost: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  readonly lostParameters?: readonly string[];
  readonly conditional?: readonly string[];
  readonly narrowed?: readonly string[];
  readonly closed?: readonly string[];
}

/** Without what answers say of operations and parameters that clients cannot count on any more. */
export function withoutLost(
  answer: RecordedAnswer,
  losses: LostOperations | undefined,
): RecordedAnswer {
  if (losses === undefined) return answer;
  const left = withoutParameters(withoutCustomOperations(answer, losses), losses);
  return losses.lostParameters?.includes('cursor') === true ? withoutPlaces(left) : left;
}

/** Templates of lists, such as those of HAL, without what lists cannot be asked for any more. */
function withoutParameters(
  answer: RecordedAnswer,
  { lost, lostParameters = [] }: LostOperations,
): RecordedAnswer {
  const isSorted = lost.sort.length > 0;
  const names = new Set([...lost.filter, ...lostParameters, ...(isSorted ? ['sort'] : [])]);
  if (names.size === 0 || !('body' in answer)) return answer;
  const left = (template: string) =>
    template.replaceAll(/(?<=\{[?&])[\w,]+(?=\}$)/g, (all) =>
      all
        .split(',')
        .filter((name) => !names.has(name))
        .join(','),
    );
  return { ...answer, body: changed(answer.body, left) };
}

const place = /^(?:cursor|page(?:(?:\[|%5B)(?:cursor|number)(?:\]|%5D))?)=/i;

function withoutPlace(link: string): string {
  return link.replace(/(?<=\?)[^>]*/, (query) =>
    query
      .split('&')
      .filter((each) => !place.test(each))
      .toSorted()
      .join('&'),
  );
}

/** Links to the pages before and after without what says where these begin: once a cursor, and now a number. */
function withoutPlaces(answer: RecordedAnswer): RecordedAnswer {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, each]) =>
      name === 'next' || name === 'prev'
        ? [name, changed(each, withoutPlace)]
        : [name, within(each)],
    );
    return Object.fromEntries(members);
  };
  const { link } = answer.headers;
  const links = link
    ?.split(', ')
    .map((each) => (/rel="(?:next|prev)"$/.test(each) ? withoutPlace(each) : each))
    .join(', ');
  return {
    ...answer,
    headers: { ...answer.headers, ...(links === undefined ? {} : { link: links }) },
    ...('body' in answer && { body: within(answer.body) }),
  };
}

/** Without what is possible under a condition that came later, from fewer states, or for no caller any more. */
function withoutCustomOperations(
  answer: RecordedAnswer,
  { conditional = [], narrowed = [], closed = [] }: LostOperations,
): RecordedAnswer {
  const customOperations = [...conditional, ...narrowed, ...closed];
  if (customOperations.length === 0 || !('body' in answer)) return answer;
  const links = new Set(
    customOperations.flatMap((customOperation) => [customOperation, `rel:${customOperation}`]),
  );
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, each]) => {
      if (name === 'allowedTransitions' && Array.isArray(each)) {
        return [
          name,
          each.filter((customOperation) => !customOperations.includes(String(customOperation))),
        ] as const;
      }
      if (!/^_?links$/.test(name) || !isObject(each)) return [name, within(each)] as const;
      const others = Object.entries(each).filter(([link]) => !links.has(link));
      // HAL explains the names of such links only where there are some.
      const isExplained = others.some(([link]) => link.startsWith('rel:'));
      const left = others.filter(([link]) => link !== 'curies' || isExplained);
      return [name, Object.fromEntries(left)] as const;
    });
    return Object.fromEntries(members);
  };
  return { ...answer, body: within(answer.body) };
}
