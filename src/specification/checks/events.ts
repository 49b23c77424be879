import { squashed } from '../answers/commands.ts';
import { judgeIsoDuration } from '../answers/durations.ts';
import { atKey, atValue, judgedValue, type Issue, type Judgement } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { eventWords } from '../names/reserved.ts';
import { defined, own } from '../plain.ts';
import { deletedResources, eventOf } from '../resolve/events.ts';
import { methods as allMethods, resourceEndpoints } from '../schema.ts';
import { eventName } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { unknownResource } from './parents.ts';
import { actionNames, resourceNames, transitionNames, type Subject } from './subject.ts';

/** Events are of resources that exist, and can happen. */
export function eventIssues(subject: Subject): Issue[] {
  const { events } = subject.sound;
  if (events === undefined) return [];
  const { keep } = events;
  const emit = emitAsWritten(subject);
  const known = knownOf(subject, emit?.filter((name) => name !== undefined) ?? []);
  return [
    ...(emit === undefined
      ? silence(known)
      : emit.flatMap((name, position) =>
          name === undefined
            ? []
            : judgedValue(['events', 'emit', position], judgeEvent(known, name)),
        )),
    ...titleIssues(subject),
    ...(keep === undefined ? [] : judgedValue(['events', 'keep'], judgeIsoDuration('keep', keep))),
  ];
}

/** Each event as it is written, whatever is wrong with the others; what names none is undefined. */
function emitAsWritten({ raw }: Subject): (string | undefined)[] | undefined {
  const emit = valueAt(raw, ['events', 'emit']);
  if (!Array.isArray(emit)) return emit === undefined ? undefined : [];
  const form = new RegExp(eventName.pattern, 'u');
  return emit.map((name: unknown) =>
    typeof name === 'string' && form.test(name) ? name : undefined,
  );
}

/** What an event is judged by. */
interface Known {
  readonly subject: Subject;
  readonly names: readonly string[];
  /** Resources whose rows can be deleted. */
  readonly deleted: ReadonlySet<string>;
  /** The events that are told; empty where that is all that can happen. */
  readonly emit: ReadonlySet<string>;
}

function knownOf(subject: Subject, emit: readonly string[]): Known {
  const { resources, endpoints } = subject.sound;
  const written = resourceEndpoints(endpoints);
  const offers = (each: string) => (own(written, each)?.methods ?? allMethods).includes('delete');
  return {
    subject,
    names: resourceNames(subject),
    deleted: deletedResources(resources, offers),
    emit: new Set(emit),
  };
}

/** Where nothing is written, everything that can happen is told; that is something. */
function silence(known: Known): Issue[] {
  const isSomething = known.names.some(
    (name) => possible(known, name).length > 0 || isUnclear(known.subject, name),
  );
  if (isSomething) return [];
  const message = 'nothing can happen to any resource: none is created, changed or deleted';
  return [atKey(['events'], { code: 'never-happens', message })];
}

function judgeEvent(known: Known, name: string): Judgement | undefined {
  const { resource, event } = eventOf(name);
  const { subject, names } = known;
  if (!names.includes(resource)) {
    const unknown = unknownResource(resource, names);
    const near = unknown.suggestion;
    return near === undefined ? unknown : { ...unknown, suggestion: `${near}.${event}` };
  }
  const events = possible(known, resource);
  if (events.includes(event) || isUnclear(subject, resource)) return undefined;
  const allowed = events.map((each) => `${resource}.${each}`);
  if (eventWords.some((word) => word === event)) {
    const message = `${shown(name)} never happens: ${reasons[event] ?? ''}`;
    return { code: 'never-happens', message, found: shown(name), allowed };
  }
  const message = `${shown(name)} never happens: no transition enters a state ${shown(event)}`;
  const suggestion = nearest(event, events);
  return {
    code: 'unknown-event',
    message,
    found: shown(name),
    allowed,
    ...defined({ suggestion: suggestion === undefined ? undefined : `${resource}.${suggestion}` }),
  };
}

const reasons: Readonly<Record<string, string>> = {
  created: 'neither create nor createByReplace is offered',
  updated:
    'neither replace nor update is offered, there are no actions, and each transition has an event of its own',
  deleted: 'delete is neither offered here nor anywhere that this is deleted along with',
};

/** What can happen to rows of a resource. */
function possible({ subject, deleted, emit }: Known, name: string): string[] {
  const {
    methods = [...allMethods],
    createByReplace = false,
    actions = {},
  } = own(resourceEndpoints(subject.sound.endpoints), name) ?? {};
  const { transitions = {} } = own(subject.sound.states, name) ?? {};
  const entered = new Set(Object.values(transitions).map(({ to }) => to));
  const isCreated = methods.includes('create') || (methods.includes('replace') && createByReplace);
  const isRevised = methods.includes('replace') || methods.includes('update');
  const isUntold = [...entered].some((state) => !emit.has(`${name}.${state}`));
  const isUpdated = isRevised || Object.keys(actions).length > 0 || (emit.size > 0 && isUntold);
  return [
    ...(isCreated ? ['created'] : []),
    ...(isUpdated ? ['updated'] : []),
    ...entered,
    ...(deleted.has(name) ? ['deleted'] : []),
  ];
}

/** Whether something of the resource has a mistake of its own, on which its events may depend. */
function isUnclear(subject: Subject, name: string): boolean {
  const { sound, raw } = subject;
  const endpoint = own(resourceEndpoints(sound.endpoints), name);
  const keys = ['methods', 'createByReplace'] as const;
  const isBroken = keys.some(
    (key) => valueAt(raw, ['endpoints', name, key]) !== undefined && endpoint?.[key] === undefined,
  );
  const transitions = own(sound.states, name)?.transitions;
  const actions = endpoint?.actions;
  return (
    isBroken ||
    own(sound.resources, name) === undefined ||
    transitionNames(subject, name).some((each) => own(transitions, each) === undefined) ||
    actionNames(subject, name).some((each) => own(actions, each) === undefined)
  );
}

/** Two names and two states can make one title: "item-shipped" of "order", and "shipped" of "order-item". */
function titleIssues({ sound }: Subject): Issue[] {
  const titles = new Map<string, string>();
  return Object.entries(sound.states ?? {}).flatMap(([name, { transitions }]) => {
    const states = new Map(
      Object.entries(transitions).map(([transition, { to }]) => [to, transition]),
    );
    return [...states].flatMap(([state, transition]) => {
      const title = squashed(`${name}-${state}`);
      const event = `${name}.${state}`;
      const other = titles.get(title);
      titles.set(title, other ?? event);
      if (other === undefined || other.startsWith(`${name}.`)) return [];
      const message = `the events "${event}" and "${other}" would have the same name in descriptions of the interface`;
      const path = ['states', name, 'transitions', transition, 'to'];
      return [atValue(path, { code: 'name-collision', message })];
    });
  });
}
