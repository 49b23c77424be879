import { isDeepStrictEqual } from 'node:util';
import { isMapping, own } from '../../../../specification/plain.ts';
import { memberOf, membersOf, referenceIn, type Part } from '../../../../openapi/parts.ts';
import type { Comparison } from '../comparison.ts';
import { isSame } from './same.ts';

/** Which alternatives of before are which of now; what is left came or went. Each has a name for its place. */
export interface Matched {
  readonly pairs: readonly (readonly [was: Part, is: Part, name: string])[];
  readonly removed: readonly (readonly [part: Part, name: string])[];
  readonly added: readonly (readonly [part: Part, name: string])[];
}

/** Pairs of alternatives whose references are followed to tell whether they say the same. */
const mostFollowed = 25;

/** Alternatives that are compared; more are only counted. */
const most = 200;

export function matched(
  was: readonly Part[],
  is: readonly Part[],
  comparison: Comparison,
): Matched {
  const former = was.slice(0, most);
  let present = is.slice(0, most);
  let left: Part[] = [...former];
  const pairs: [Part, Part, string][] = [];
  const labels = new Map([
    ...former.map((part) => [part, labelOf(part, comparison.was)] as const),
    ...present.map((part) => [part, labelOf(part, comparison.is)] as const),
  ]);
  const signs: ((one: Part, other: Part) => boolean)[] = [
    (one, other) => sameText(referenceIn(one), referenceIn(other)),
    (one, other) => isDeepStrictEqual(one.value, other.value),
    // Behind their references, where these are not too many to be followed.
    (one, other) =>
      left.length * present.length <= mostFollowed && isSame({ was: one, is: other }, comparison),
    (one, other) => sameText(labels.get(one), labels.get(other)),
    (one, other) => {
      // The only one of its kind on both sides.
      const kind = kindOf(one, comparison.was);
      const alike = (parts: readonly Part[], origin: Comparison['was']) =>
        parts.filter((part) => kindOf(part, origin) === kind).length;
      return (
        kind === kindOf(other, comparison.is) &&
        alike(left, comparison.was) === 1 &&
        alike(present, comparison.is) === 1
      );
    },
  ];
  for (const isMatch of signs) {
    for (const one of left) {
      const other = present.find((each) => isMatch(one, each));
      if (other === undefined) continue;
      left = left.filter((each) => each !== one);
      present = present.filter((each) => each !== other);
      pairs.push([one, other, nameOf(one, other, former, is)]);
    }
  }
  return {
    pairs: pairs.toSorted(([, , one], [, , other]) => (one < other ? -1 : 1)),
    removed: left.map((part) => [part, nameOf(part, part, former, former)] as const),
    added: present.map((part) => [part, nameOf(part, part, is, is)] as const),
  };
}

function sameText(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}

/** The same the other way round: the name of the component, else the position. */
function nameOf(one: Part, other: Part, was: readonly Part[], is: readonly Part[]): string {
  const names = [one, other].map((part) => referenceIn(part)?.split('/').at(-1));
  if (names[0] !== undefined && names[0] === names[1]) return names[0];
  const positions = [was.indexOf(one), is.indexOf(other)].filter((position) => position >= 0);
  return String(Math.min(...positions));
}

/** What an alternative calls itself: its title, or the constants of its members. */
function labelOf(part: Part, { levels }: Comparison['was']): string | undefined {
  const { parts } = levels.of(part);
  const titles = parts.flatMap(({ value }) => (isMapping(value) ? [own(value, 'title')] : []));
  const title = titles.find((text) => typeof text === 'string');
  if (typeof title === 'string') return title;
  const constants = parts.flatMap((each) =>
    membersOf(memberOf(each, 'properties')).flatMap(([name, { value }]) => {
      if (!isMapping(value)) return [];
      const list = own(value, 'enum');
      const only = Array.isArray(list) && list.length === 1 ? list : own(value, 'const');
      return only === undefined ? [] : [`${name}=${JSON.stringify(only)}`];
    }),
  );
  return constants.length === 0 ? undefined : constants.sort().join();
}

function kindOf(part: Part, { levels }: Comparison['was']): string {
  return [...levels.of(part).kinds].sort().join();
}
