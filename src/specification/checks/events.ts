import { squashed } from '../validators/custom-operations.ts';
import { validateIsoDuration } from '../validators/durations.ts';
import { atKey, atValue, valueIssues, type Issue, type IssueDetails } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { eventWords } from '../names/reserved.ts';
import { defined, own } from '../plain.ts';
import { deletedResources, eventOf } from '../resolve/events.ts';
import { methods as allMethods, resourceEndpoints } from '../schema.ts';
import { eventName } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { unknownResource } from './parents.ts';
import { actionNames, resourceNames, transitionNames, type CheckContext } from './check-context.ts';

/** Events are of resources that exist, and can happen. */
export function eventIssues(context: CheckContext): Issue[] {
  const { events } = context.valid;
  if (events === undefined) return [];
  const { keep } = events;
  const emit = emitAsWritten(context);
  const known = knownOf(context, emit?.filter((name) => name !== undefined) ?? []);
  return [
    ...(emit === undefined
      ? silence(known)
      : emit.flatMap((name, position) =>
          name === undefined
            ? []
            : valueIssues(['events', 'emit', position], validateEvent(known, name)),
        )),
    ...titleIssues(context),
    ...(keep === undefined
      ? []
      : valueIssues(['events', 'keep'], validateIsoDuration('keep', keep))),
  ];
}

/** Each event as it is written, whatever is wrong with the others; what names none is undefined. */
function emitAsWritten({ raw }: CheckContext): (string | undefined)[] | undefined {
  const emit = valueAt(raw, ['events', 'emit']);
  if (!Array.isArray(emit)) return emit === undefined ? undefined : [];
  const form = new RegExp(eventName.pattern, 'u');
  return emit.map((name: unknown) =>
    typeof name === 'string' && form.test(name) ? name : undefined,
  );
}

/** What an event is checked by. */
interface Known {
  readonly context: CheckContext;
  readonly names: readonly string[];
  /** Resources whose rows can be deleted. */
  readonly deleted: ReadonlySet<string>;
  /** The events that the service emits; empty: all possible events. */
  readonly emit: ReadonlySet<string>;
}

function knownOf(context: CheckContext, emit: readonly string[]): Known {
  const { resources, endpoints } = context.valid;
  const written = resourceEndpoints(endpoints);
  const offers = (each: string) => (own(written, each)?.methods ?? allMethods).includes('delete');
  return {
    context,
    names: resourceNames(context),
    deleted: deletedResources(resources, offers),
    emit: new Set(emit),
  };
}

/** Without `emit` the service emits all possible events. There must be at least one. */
function silence(known: Known): Issue[] {
  const isSomething = known.names.some(
    (name) => possible(known, name).length > 0 || isUnclear(known.context, name),
  );
  if (isSomething) return [];
  const message = 'nothing can happen to any resource: none is created, changed or deleted';
  return [atKey(['events'], { code: 'never-happens', message })];
}

function validateEvent(known: Known, name: string): IssueDetails | undefined {
  const { resource, event } = eventOf(name);
  const { context, names } = known;
  if (!names.includes(resource)) {
    const unknown = unknownResource(resource, names);
    const near = unknown.suggestion;
    return near === undefined ? unknown : { ...unknown, suggestion: `${near}.${event}` };
  }
  const events = possible(known, resource);
  if (events.includes(event) || isUnclear(context, resource)) return undefined;
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
function possible({ context, deleted, emit }: Known, name: string): string[] {
  const {
    methods = [...allMethods],
    createByReplace = false,
    actions = {},
  } = own(resourceEndpoints(context.valid.endpoints), name) ?? {};
  const { transitions = {} } = own(context.valid.states, name) ?? {};
  const entered = new Set(Object.values(transitions).map(({ to }) => to));
  const isCreated = methods.includes('create') || (methods.includes('replace') && createByReplace);
  const isRevised = methods.includes('replace') || methods.includes('update');
  const hasSilentState = [...entered].some((state) => !emit.has(`${name}.${state}`));
  const isUpdated =
    isRevised || Object.keys(actions).length > 0 || (emit.size > 0 && hasSilentState);
  return [
    ...(isCreated ? ['created'] : []),
    ...(isUpdated ? ['updated'] : []),
    ...entered,
    ...(deleted.has(name) ? ['deleted'] : []),
  ];
}

/** Whether something of the resource has a mistake of its own, on which its events may depend. */
function isUnclear(context: CheckContext, name: string): boolean {
  const { valid, raw } = context;
  const endpoint = own(resourceEndpoints(valid.endpoints), name);
  const keys = ['methods', 'createByReplace'] as const;
  const isBroken = keys.some(
    (key) => valueAt(raw, ['endpoints', name, key]) !== undefined && endpoint?.[key] === undefined,
  );
  const transitions = own(valid.states, name)?.transitions;
  const actions = endpoint?.actions;
  return (
    isBroken ||
    own(valid.resources, name) === undefined ||
    transitionNames(context, name).some((each) => own(transitions, each) === undefined) ||
    actionNames(context, name).some((each) => own(actions, each) === undefined)
  );
}

/** Two names and two states can make one title: "item-shipped" of "order", and "shipped" of "order-item". */
function titleIssues({ valid }: CheckContext): Issue[] {
  const titles = new Map<string, string>();
  return Object.entries(valid.states ?? {}).flatMap(([name, { transitions }]) => {
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
