import type { ResolvedEvent, ResolvedEvents } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareSets, ifChanged } from '../lists.ts';
import { finding, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  V01: row('event type added', 'n/a', 'non-breaking'),
  V02: row('event type removed', 'n/a', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'Clients that wait for it no longer receive it.',
  }),
  V03: row('event type renamed', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that wait for it wait for its former name.',
  }),
  V04: row('delivery of events added', 'non-breaking', 'non-breaking'),
  V05: row('delivery of events removed', 'breaking', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'Clients that get events by it get none.',
  }),
  V06: row('required payload member added (producer -> consumer)', 'n/a', 'non-breaking'),
  V07: row('events no longer hold the resource (full -> thin)', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that read the payload miss it.',
  }),
  V09: row('events kept for a shorter time', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Clients that were away for longer miss some.',
  }),
  V10: row('events kept for a longer time', 'n/a', 'non-breaking', { trend: 'looser' }),
  V14: row('event no longer emitted on a transition', 'n/a', 'edge-case', {
    action: 'version',
    lens: 'not-bridgeable',
    harm: 'Clients that wait for it no longer receive it.',
  }),
} as const;
export const foundEvent = finding(rows);
const found = foundEvent;

const ofRows = new Set(['created', 'updated', 'deleted']);
const none: Pick<ResolvedEvents, 'emit' | 'deliver'> = { emit: [], deliver: [] };

function compareBoth(was: ResolvedEvents, is: ResolvedEvents): readonly Found[] {
  return [
    ...ifChanged(was.data, is.data, (before, after) =>
      found(after === 'full' ? 'V06' : 'V07', 'events.data', before, after),
    ),
    ...ifChanged(was.keep, is.keep, (before, after) =>
      found(
        after < before ? 'V09' : 'V10',
        'events.keep',
        `${String(before)} ms`,
        `${String(after)} ms`,
      ),
    ),
  ];
}

/** A type that comes may be the new name of one that goes: the draft of a step asks, and the answer keeps older clients. */
function compareTypes(was: readonly string[], is: readonly string[]): Found[] {
  const mayBeRenamed = is.some((type) => !was.includes(type));
  return compareSets('events.emit', was, is, {
    added: (at, type) => [found('V01', at, undefined, type)],
    removed: (at, type) => [
      {
        ...found(ofRows.has(type.split('.')[1] ?? '') ? 'V02' : 'V14', at, type),
        ...(mayBeRenamed ? { lens: 'automatic-with-one-declared-value' as const } : {}),
      },
    ],
  });
}

function typesOf(emit: readonly ResolvedEvent[]): string[] {
  return emit.map(({ resource, event }) => `${resource}.${event}`);
}

/** Events that the service sends to clients. */
export const events: Part = {
  title: 'Events',
  rows,
  compare: (was, is) => [
    ...compareTypes(typesOf((was.events ?? none).emit), typesOf((is.events ?? none).emit)),
    ...compareSets('events.deliver', (was.events ?? none).deliver, (is.events ?? none).deliver, {
      added: (at, delivery) => [found('V04', at, undefined, delivery)],
      removed: (at, delivery) => [found('V05', at, delivery)],
    }),
    ...(was.events === undefined || is.events === undefined
      ? []
      : compareBoth(was.events, is.events)),
  ],
  keys: {
    events: notContract('a group of keys'),
    'events.emit': ['V01', 'V02', 'V03', 'V14'],
    'events.deliver': ['V04', 'V05'],
    'events.data': ['V06', 'V07'],
    'events.keep': ['V09', 'V10'],
  },
};
