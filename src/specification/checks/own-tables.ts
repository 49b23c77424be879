import { atKey, type Fault } from '../fault.ts';
import { snakeCase } from '../names/casing.ts';
import type { Delivery } from '../schema.ts';
import { standards } from '../schema/standards.ts';
import { pluralAsWritten, resourceNames, type Subject } from './subject.ts';

const webhookTables = ['webhook_deliveries', 'webhook_replays', 'webhook_secrets'];

/** Tables that a service has for its background work, and only then: without it the names are free. */
export function ownTableFaults(subject: Subject): Fault[] {
  const tables = new Set(ownTables(subject));
  return resourceNames(subject).flatMap((name) => {
    const plural = pluralAsWritten(subject, name);
    const table = snakeCase(plural);
    if (!tables.has(table)) return [];
    const message = `the collection "${plural}" is taken: a service with such transitions, events or versions has a table ${table} of its own; give the resource another plural`;
    return [atKey(['resources', name], { code: 'name-reserved', message })];
  });
}

function ownTables(subject: Subject): string[] {
  const { sound } = subject;
  const machines = Object.values(sound.states ?? {});
  const hasTimers = machines.some(({ transitions }) =>
    Object.values(transitions).some(({ after, at }) => after !== undefined || at !== undefined),
  );
  const deliver: readonly Delivery[] =
    sound.events === undefined ? [] : (sound.events.deliver ?? standards.deliver);
  const isRelayed = deliver.includes('nats') || deliver.includes('kafka');
  return [
    ...(hasTimers ? ['timers'] : []),
    ...(isRelayed ? ['leases'] : []),
    ...(sound.events === undefined ? [] : ['event_cursors']),
    ...(isAnyClosed(subject) ? ['version_clients'] : []),
    ...(deliver.includes('webhook') ? webhookTables : []),
  ];
}

function isAnyClosed({ sound }: Subject): boolean {
  const versions = Object.values(sound.versioning?.versions ?? {});
  return versions.some(({ closed }) => closed !== undefined);
}
