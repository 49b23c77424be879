import type { ResolvedSpecification } from '../../specification/index.ts';
import { oneOf, type Asking } from '../asking.ts';
import type { Changes } from '../steps/schema.ts';
import { withResource } from './changes.ts';
import type { Hints } from '../hints.ts';

interface Sides {
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
}

/** The former names of resources, as far as the specification or an answer tells them; the others that are gone are kept for the older version. */
export function draftResources(
  changes: Changes,
  { older, newer }: Sides,
  hints: Hints,
  asked: Asking,
): Changes {
  let drafted = changes;
  const ofPeople = Object.entries(newer.resources).filter(
    ([, { historyOf }]) => historyOf === undefined,
  );
  for (const [name] of ofPeople) {
    if (Object.hasOwn(older.resources, name)) continue;
    const free = unclaimed(drafted, { older, newer });
    if (drafted.resources?.[name]?.renamedFrom !== undefined || free.length === 0) continue;
    const said = hints.resources.get(name);
    const former =
      said !== undefined && free.includes(said)
        ? said
        : ask(name, alikeFirst(name, free, { older, newer }), asked);
    if (typeof former !== 'string') continue;
    drafted = withResource(drafted, name, (step) => ({ renamedFrom: former, ...step }));
  }
  const gone = unclaimed(drafted, { older, newer });
  return gone.length === 0 ? drafted : { ...drafted, former: [...(drafted.former ?? []), ...gone] };
}

/** Resources of the older version that none of the newer one is known to have been. */
function unclaimed({ resources = {}, former = [] }: Changes, { older, newer }: Sides): string[] {
  const renamed = new Set(Object.values(resources).map(({ renamedFrom }) => renamedFrom));
  return Object.entries(older.resources).flatMap(([name, { historyOf, isFormer }]) =>
    historyOf === undefined &&
    isFormer === undefined &&
    !former.includes(name) &&
    !Object.hasOwn(newer.resources, name) &&
    !renamed.has(name)
      ? [name]
      : [],
  );
}

/** Those with the most fields in common first. */
function alikeFirst(name: string, names: readonly string[], { older, newer }: Sides): string[] {
  const fields = Object.keys(newer.resources[name]?.fields ?? {});
  const common = (former: string) =>
    fields.filter((field) => Object.hasOwn(older.resources[former]?.fields ?? {}, field)).length;
  return names.toSorted((a, b) => common(b) - common(a));
}

function ask(name: string, free: readonly string[], asked: Asking): string | null | undefined {
  return asked.ask<string | null>(
    {
      place: `resources.${name}.renamedFrom`,
      text: `Was the resource "${name}" called ${free.map((each) => `"${each}"`).join(' or ')} before?`,
      help: 'The former name; or null for a new resource.',
      choices: [
        ...free.map((each) => ({ value: each, says: `"${each}" is its former name` })),
        { value: null, says: 'it is new' },
      ],
      isOpen: false,
    },
    (answer) => (answer === null ? { value: null } : oneOf(free)(answer)),
  );
}
