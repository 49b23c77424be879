import { defined, own } from '../../specification/plain.ts';
import { oneOf, type Asking } from '../asking.ts';
import { eventTypes, olderEventOf, type LinkedStep } from '../compose/link.ts';
import type { Changes } from '../steps/schema.ts';
import { extended } from './changes.ts';

/** Events that have another name, or that only the newer version has. */
export function draftEvents(written: Changes, step: LinkedStep, asked: Asking): Changes {
  const older = eventTypes(step.older);
  const newer = eventTypes(step.newer);
  const changes = withoutStale(written, step, newer);
  const olderNames = new Map(newer.map((type) => [type, olderEventOf(step, type)]));
  const gone = older.filter(
    (type) => ![...olderNames.values()].includes(type) && !isAccounted(changes, type),
  );
  const free = newer.filter((type) => {
    const was = olderNames.get(type) ?? null;
    // Of a new resource or a new name, clients of the older version know nothing.
    return was === null ? !isSaid(changes, type) : !older.includes(was);
  });
  const taken = new Set<string>();
  const renames = gone.flatMap((from): NonNullable<Changes['events']> => {
    const left = free.filter((type) => !taken.has(type));
    const to =
      expectedName(step, from, left) ?? (left.length === 0 ? null : ask(from, left, asked));
    if (to === undefined) return [];
    if (to === null) return [{ withdrawn: from }];
    taken.add(to);
    return [{ rename: { from, to } }];
  });
  const absent = free
    .filter((type) => !taken.has(type) && olderNames.get(type) !== null)
    .map((type) => ({ absent: type }));
  return { ...changes, ...defined({ events: extended(changes.events, [...renames, ...absent]) }) };
}

/**
 * Without names that the comparison gave to events which the newer version no longer emits: it emitted them when the step was drafted.
 * Other names of such events are for people to correct.
 */
function withoutStale(changes: Changes, step: LinkedStep, newer: readonly string[]): Changes {
  const { events, ...others } = changes;
  const left = events?.filter(({ rename }) => {
    if (rename === undefined || newer.includes(String(rename.to))) return true;
    const [from, to] = [String(rename.from), String(rename.to)];
    return !isWithdrawn(changes, from) && expectedName(step, from, [to]) === undefined;
  });
  if (left === undefined || left.length === events?.length) return changes;
  return left.length === 0 ? others : { ...others, events: left };
}

function isSaid({ events = [] }: Changes, type: string): boolean {
  return events.some(({ absent, rename }) => absent === type || rename?.to === type);
}

/** Whether the step says what became of an event of the older version, rightly or not. */
function isAccounted(changes: Changes, type: string): boolean {
  return (
    isWithdrawn(changes, type) || (changes.events ?? []).some(({ rename }) => rename?.from === type)
  );
}

function isWithdrawn({ events = [] }: Changes, type: string): boolean {
  return events.some(({ withdrawn }) => withdrawn === type);
}

/** The name that follows from those of the resource and the state. */
function expectedName(
  { resources }: LinkedStep,
  from: string,
  names: readonly string[],
): string | undefined {
  const [resource = '', event = ''] = from.split('.');
  const link = resources.find((each) => each.older === resource);
  const states = (link?.step.operations ?? []).flatMap(({ map }) =>
    map === undefined ? [] : [map.values],
  );
  const renamed = states.flatMap((values) => own(values, event) ?? [])[0] ?? event;
  return names.find((each) => each === `${link?.newer ?? resource}.${renamed}`);
}

function ask(from: string, names: readonly string[], asked: Asking): string | null | undefined {
  return asked.ask<string | null>(
    {
      place: `events.${from}.became`,
      text: `What is the event "${from}" called now, which the newer version does not emit?`,
      help: 'The name that it has now; or null where it is not emitted any more.',
      choices: [
        ...names.map((name) => ({ value: name, says: `it is called "${name}" now` })),
        { value: null, says: 'it is not emitted any more' },
      ],
      isOpen: false,
    },
    (answer) => (answer === null ? { value: null } : oneOf(names)(answer)),
  );
}
