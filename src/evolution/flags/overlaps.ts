import { atKey, type Issue } from '../../specification/issue.ts';
import type { ResolvedFlag, ResolvedSpecification } from '../../specification/index.ts';
import type { ComposedFlag } from './compose.ts';

/** Sets of flags of which one resource is kept in a shape each: 2 to the power of this. */
const mostOfOneResource = 8;

type Flags = Readonly<Record<string, ResolvedFlag>>;

/**
 * What holds between flags, so that each is one change whatever the others are: two change the same member only if the later
 * one requires the earlier one, and all of them can be asked for at once, since that is the shape that is kept.
 */
export function overlapIssues(
  changing: readonly ComposedFlag[],
  { versioning: { flags } }: ResolvedSpecification,
): Issue[] {
  return [
    ...changing.flatMap((later, index) =>
      changing.slice(0, index).flatMap((earlier) => overlap(earlier, later, flags)),
    ),
    ...conflicts(changing, flags),
    ...tooMany(changing),
  ];
}

function overlap(earlier: ComposedFlag, later: ComposedFlag, flags: Flags): Issue[] {
  if (requiredBy([later.name], flags).has(earlier.name)) return [];
  const taken = new Set(placesOf(earlier));
  const shared = placesOf(later).find((place) => taken.has(place));
  if (shared === undefined) return [];
  const message = requiredBy([earlier.name], flags).has(later.name)
    ? `"${earlier.name}" and "${later.name}" both change ${shared}, and the one that is listed first requires the other; list "${later.name}" before "${earlier.name}"`
    : `"${earlier.name}" and "${later.name}" both change ${shared}, so what the second one changes depends on the first; write "requires: [${earlier.name}]", or make them one flag`;
  return [atKey(['versioning', 'flags', later.name, 'changes'], { code: 'flag-overlap', message })];
}

function placesOf({ resources }: ComposedFlag): string[] {
  return resources.flatMap(({ name, made, former, customOperations }) => [
    ...new Set([...made, ...former].map((member) => `"${member}" of ${name}`)),
    ...customOperations.map(
      (customOperation) => `what is sent along with "${customOperation}" of ${name}`,
    ),
  ]);
}

/** The stored shape has all changes, so no client could ask for it. */
function conflicts(changing: readonly ComposedFlag[], flags: Flags): Issue[] {
  const names = changing.map(({ name }) => name);
  const all = [...requiredBy(names, flags)];
  const pair = all
    .flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))
    .find(
      ([one, other]) =>
        flags[one]?.conflicts.includes(other) === true ||
        flags[other]?.conflicts.includes(one) === true,
    );
  if (pair === undefined) return [];
  const [one, other] = pair;
  const at = flags[one]?.conflicts.includes(other) === true ? one : other;
  const message = `what is kept has the shape that all flags with changes give together, and "${one}" and "${other}" cannot be asked for together; leave "changes" out of one of the two`;
  return [atKey(['versioning', 'flags', at, 'conflicts'], { code: 'flag-conflict', message })];
}

function tooMany(changing: readonly ComposedFlag[]): Issue[] {
  const names = new Set(changing.flatMap(({ resources }) => resources.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const of = changing.filter(({ resources }) => resources.some((each) => each.name === name));
    const last = of[mostOfOneResource];
    if (last === undefined) return [];
    const message = `more than ${String(mostOfOneResource)} active flags change "${name}", and every set of them is a shape of its own; let older ones graduate first`;
    return [atKey(['versioning', 'flags', last.name, 'changes'], { code: 'too-many', message })];
  });
}

/** Flags with all that they require, and what that requires. */
export function requiredBy(names: readonly string[], flags: Flags): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const other of flags[name]?.requires ?? []) all.add(other);
  return all;
}
