import {
  deliveries,
  resolveSpecification,
  type Delivery,
  type EventsSection,
} from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askSome, askText, askWhether } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, withoutSection, type Draft } from '../draft.ts';
import { counted } from '../resources/resource.ts';
import { indented, printable } from '../printable.ts';

const says: Readonly<Record<Delivery, string>> = {
  webhook: 'webhook  signed requests to addresses that clients register',
  stream: 'stream   server-sent events at GET /events',
  nats: 'nats     published to NATS JetStream',
  kafka: 'kafka    published to Kafka',
};

export const events: Chapter = {
  part: 'events',
  about: 'what it tells other systems about changes',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    const sends = await askWhether(ask, {
      message: 'Send events about changes?',
      help: {
        text: 'With yes the service sends an event for each change, in the same transaction as the change, at least once and in order for each resource.',
        example: 'y for a shop that wants to hear of each order that was shipped',
      },
      default: !again || draft.events !== undefined,
    });
    if (!sends) return withoutSection(draft, 'events');
    const problem = problemOf(draft, withEvents(draft, {}));
    if (problem !== undefined && draft.events === undefined) {
      ask.say(indented(`Not so: ${problem}`));
      return draft;
    }
    const chosen = await askWhich(ask, withEvents(draft, draft.events ?? {}));
    return askKeep(ask, await askData(ask, await askDeliver(ask, chosen)));
  },
  understood,
};

/** All possible events; those that the service emits are ticked. */
async function askWhich(ask: Ask, draft: Draft): Promise<Draft> {
  const { emit: present, ...others } = draft.events ?? {};
  const all = namesIn(withEvents(draft, others));
  const offered = [...new Set([...all, ...(present ?? [])])];
  const withThese = (chosen: readonly string[]): Draft => {
    const isAll = chosen.length === all.length && all.every((name) => chosen.includes(name));
    return withEvents(draft, { ...(isAll ? {} : { emit: [...chosen] }), ...others });
  };
  const chosen = await askSome(ask, {
    message: 'Which events?',
    help: {
      text: 'All that can happen to resources: methods, transitions and actions. Receivers get no others.',
      example: 'order.created and order.updated',
    },
    choices: offered.map((value) => ({
      value,
      name: printable(value),
      checked: present === undefined || present.includes(value),
    })),
    check: (values) =>
      values.length === 0
        ? 'At least one: to send none, leave and open the chapter again.'
        : problemOf(withEvents(draft, others), withThese(values)),
  });
  return withThese(chosen);
}

async function askDeliver(ask: Ask, draft: Draft): Promise<Draft> {
  const present: readonly Delivery[] = draft.events?.deliver ?? defaults.deliver;
  const chosen = await askSome(ask, {
    key: 'events.deliver',
    message: 'How are they delivered?',
    help: {
      text: 'One way or several. Webhooks and the stream need nothing else; NATS and Kafka need a broker, whose address is in the environment.',
      example: 'webhook for partners, nats for services of your own',
    },
    choices: deliveries.map((value) => ({
      value,
      name: says[value],
      short: value,
      checked: present.includes(value),
    })),
    check: (values) => (values.length === 0 ? 'At least one way.' : undefined),
  });
  const defaultValue: readonly Delivery[] = defaults.deliver;
  const isDefault =
    chosen.length === defaultValue.length && chosen.every((each) => defaultValue.includes(each));
  return withKey(draft, 'deliver', isDefault ? undefined : chosen);
}

async function askData(ask: Ask, draft: Draft): Promise<Draft> {
  const data = await askChoice(ask, {
    key: 'events.data',
    message: 'What does an event hold?',
    help: {
      text: 'Full saves the receiver a request. Thin keeps the data in the service: the receiver reads the resource by its address, with its own rights.',
      example: 'thin where resources hold personal data',
    },
    choices: [
      { value: 'full', name: 'full: the resource as it is shown', short: 'full' },
      { value: 'thin', name: 'thin: identifier, revision and address only', short: 'thin' },
    ],
    default: draft.events?.data ?? defaults.eventData,
  });
  return withKey(draft, 'data', data === defaults.eventData ? undefined : data);
}

async function askKeep(ask: Ask, draft: Draft): Promise<Draft> {
  const withThis = (keep: string): Draft =>
    withKey(draft, 'keep', keep === defaults.keepEvents ? undefined : keep);
  const keep = await askText(ask, {
    key: 'events.keep',
    message: 'How long can they be replayed, such as P7D (days) or PT12H (hours)',
    help: {
      text: 'Events are deleted after that time. A receiver that was away longer has to read the resources themselves. An ISO 8601 duration of weeks, days, hours, minutes and seconds.',
      example: ['P30D', 'PT12H'],
    },
    default: draft.events?.keep ?? defaults.keepEvents,
    check: (text) => problemOf(withKey(draft, 'keep', undefined), withThis(text)),
  });
  return withThis(keep);
}

function withEvents(draft: Draft, events: EventsSection): Draft {
  return withSection(draft, 'events', events);
}

function withKey<K extends keyof EventsSection>(
  draft: Draft,
  key: K,
  value: EventsSection[K] | undefined,
): Draft {
  const { emit, deliver, data, keep } = draft.events ?? {};
  return withEvents(draft, defined({ emit, deliver, data, keep, [key]: value }));
}

function namesIn(draft: Draft): string[] {
  return (resolveSpecification(draft).events?.emit ?? []).map(
    ({ resource, event }) => `${resource}.${event}`,
  );
}

function understood(draft: Draft): string {
  const { events } = draft;
  if (events === undefined) return 'the service sends no events';
  const {
    deliver = defaults.deliver,
    data = defaults.eventData,
    keep = defaults.keepEvents,
  } = events;
  const names = namesIn(draft);
  const list = names.join(', ');
  const which = list.length > 40 ? counted(names.length, 'event') : list;
  const content = data === 'full' ? 'whole resources' : 'addresses only';
  return printable(`${which} by ${deliver.join(' and ')}; ${content}; kept for ${keep}`);
}
