import type { Found } from '../change.ts';
import { itemsOf, memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, type Comparison, type Pair } from './comparison.ts';
import { found } from './found.ts';

/** Mechanisms that are required together, with their scopes; none: anybody may. */
type Requirement = ReadonlyMap<string, ReadonlySet<string>>;

/** What all operations require that say nothing else. */
export function compareGeneralRequirements(comparison: Comparison): readonly Found[] {
  const { was, is } = bothOf({ was: comparison.was.root, is: comparison.is.root }, 'security');
  return compareLists('security', was, is, comparison);
}

/** What one operation requires, if that is said of it. */
export function compareRequirements(
  path: string,
  operation: Pair,
  comparison: Comparison,
): readonly Found[] {
  const { was, is } = bothOf(operation, 'security');
  if (was === undefined && is === undefined) return [];
  const [former, present] = [comparison.was.root, comparison.is.root].map((root) =>
    memberOf(root, 'security'),
  );
  return compareLists(`${path}.security`, was ?? former, is ?? present, comparison);
}

function compareLists(
  path: string,
  was: Part | undefined,
  is: Part | undefined,
  comparison: Comparison,
): Found[] {
  const [before, after] = [
    requirementsIn(was, comparison.renamedSchemes),
    requirementsIn(is, new Map()),
  ];
  const [isFree, isFreeNow] = [before, after].map((list) => list.some(({ size }) => size === 0));
  const [former, present] = [before, after].map((list) => list.filter(({ size }) => size > 0));
  const asked =
    isFree === isFreeNow
      ? []
      : [found(isFreeNow === true ? 'A04' : 'A02', path, shown(before), shown(after))];
  if (former === undefined || present === undefined) return asked;
  if (former.length === 0 || present.length === 0) return asked;
  return [...asked, ...lost(path, former, present), ...won(path, former, present)];
}

/** Without a list, and with an empty one, nothing is required. */
function requirementsIn(
  list: Part | undefined,
  aliases: ReadonlyMap<string, string>,
): Requirement[] {
  const all = itemsOf(list).map(
    (each) =>
      new Map(
        membersOf(each).map(([name, scopes]) => [
          aliases.get(name) ?? name,
          new Set(itemsOf(scopes).map(({ value }) => String(value))),
        ]),
      ),
  );
  return all.length === 0 ? [new Map()] : all;
}

/** What clients have that met the first is enough for the second. */
function isEnough(one: Requirement, other: Requirement): boolean {
  return [...other].every(([name, scopes]) => one.get(name)?.isSupersetOf(scopes) === true);
}

const namesIn = (requirement: Requirement) => new Set(requirement.keys());
const nameOf = (requirement: Requirement) => [...requirement.keys()].sort().join(' and ');

function isAlike(one: Requirement, other: Requirement): boolean {
  return namesIn(one).symmetricDifference(namesIn(other)).size === 0;
}

function isMore(one: Requirement, other: Requirement): boolean {
  return one.size > other.size && namesIn(one).isSupersetOf(namesIn(other));
}

/** Credentials of before that are not enough any more. */
function lost(
  path: string,
  former: readonly Requirement[],
  present: readonly Requirement[],
): Found[] {
  return former
    .filter((one) => !present.some((other) => isEnough(one, other)))
    .flatMap((one) => {
      const alike = present.find((other) => isAlike(one, other));
      if (alike !== undefined) return scopes(path, one, alike, 'O50');
      const larger = present.find((other) => isMore(other, one));
      if (larger !== undefined)
        return [found('A06', `${path}.${nameOf(larger)}`, nameOf(one), nameOf(larger))];
      return [found('A03', `${path}.${nameOf(one)}`, nameOf(one))];
    });
}

/** Credentials of now that were not enough before. */
function won(
  path: string,
  former: readonly Requirement[],
  present: readonly Requirement[],
): Found[] {
  return present
    .filter((one) => !former.some((other) => isEnough(one, other)))
    .flatMap((one) => {
      const alike = former.find((other) => isAlike(one, other));
      if (alike !== undefined) return scopes(path, alike, one, 'O51');
      const larger = former.find((other) => isMore(other, one));
      if (larger !== undefined) {
        return [found('O52', `${path}.${nameOf(larger)}`, nameOf(larger), nameOf(one))];
      }
      return [found('A01', `${path}.${nameOf(one)}`, undefined, nameOf(one))];
    });
}

/** Scopes of the same mechanisms that are required more, or no longer. */
function scopes(path: string, was: Requirement, is: Requirement, id: 'O50' | 'O51'): Found[] {
  const isGained = id === 'O50';
  const [from, to] = isGained ? [was, is] : [is, was];
  return [...to].flatMap(([name, all]) =>
    [...all]
      .filter((scope) => from.get(name)?.has(scope) !== true)
      .map((scope) => {
        const at = `${path}.${name}.${scope}`;
        return isGained ? found(id, at, undefined, scope) : found(id, at, scope);
      }),
  );
}

function shown(requirements: readonly Requirement[]): string {
  return requirements.map((each) => (each.size === 0 ? 'nothing' : nameOf(each))).join(' or ');
}
