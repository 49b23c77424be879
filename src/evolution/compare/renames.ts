import type {
  ResolvedAuthentication,
  ResolvedEndpoint,
  ResolvedField,
  ResolvedGuard,
  ResolvedResource,
  ResolvedSpecification,
  ResolvedStateMachine,
} from '../../specification/index.ts';
import { mapKeys, mapValues, own } from '../../specification/plain.ts';
import { historyOf } from '../../specification/resolve/history.ts';
import { withValues } from '../compose/custom-operations.ts';
import { referringTo } from '../compose/referring-to.ts';
import { parentMember } from '../compose/shape.ts';
import type { Hints } from '../hints.ts';
import type { Found } from './change.ts';
import { foundEvent } from './parts/events.ts';
import { foundResource } from './parts/resources.ts';
import { foundState } from './parts/states.ts';
import { foundMember } from './fields/members.ts';
import { foundRelation } from './fields/relations.ts';

type Names = ReadonlyMap<string, string>;
type Named<T> = Readonly<Record<string, T>>;

/** What the newer specification calls the things of the older one that it says it renamed. */
interface Renames {
  /** Newer names by older ones. */
  readonly resources: Names;
  /** By the newer name of the resource: newer names of fields by older ones. */
  readonly fields: ReadonlyMap<string, Names>;
  /** By the newer name of the resource: newer names of states by older ones. */
  readonly states: ReadonlyMap<string, Names>;
}

/**
 * The older specification by the names of the newer one, and what was renamed. Without it a renamed thing would be one removed and one
 * added. A hint about a name that the older specification does not have, or not any more, says nothing.
 */
export function underNewNames(
  was: ResolvedSpecification,
  is: ResolvedSpecification,
  hints: Hints,
): { readonly specification: ResolvedSpecification; readonly found: readonly Found[] } {
  const renames = renamesOf(was, is, hints);
  const found = [...namesFound(is, renames), ...eventsFound(was, is, renames)];
  return { specification: renamed(was, renames), found };
}

function renamesOf(was: ResolvedSpecification, is: ResolvedSpecification, hints: Hints): Renames {
  const resources = validNames(was.resources, is.resources, [...hints.resources]);
  const formerName = new Map([...resources].map(([former, name]) => [name, former]));
  const names = Object.keys(is.resources);
  const formerOf = (name: string) => formerName.get(name) ?? name;
  const fields = names.map((name) => {
    const [then, now] = [own(was.resources, formerOf(name)), own(is.resources, name)];
    const said = Object.keys(now?.fields ?? {}).flatMap((field) => {
      const former = hints.fields.get(`${name}.${field}`);
      return former === undefined ? [] : [[field, former] as const];
    });
    return [name, validNames(then?.fields, now?.fields, said)] as const;
  });
  const states = names.map((name) => {
    const [then, now] = [own(was.states, formerOf(name)), own(is.states, name)];
    const said = Object.entries(hints.values.get(`${name}.${now?.field ?? ''}`) ?? {});
    const list = said.map(([former, state]) => [state, former] as const);
    return [name, validNames(byName(then), byName(now), list)] as const;
  });
  return { resources, fields: new Map(fields), states: new Map(states) };
}

function byName(machine: ResolvedStateMachine | undefined): Named<string> {
  return Object.fromEntries((machine?.states ?? []).map((state) => [state, state]));
}

/** Pairs of a newer and an older name, as newer names by older ones, without those that do not lead from one to the other. */
function validNames(
  was: Named<unknown> = {},
  is: Named<unknown> = {},
  said: readonly (readonly [name: string, former: string])[],
): Names {
  const isValid = ([name, former]: readonly [string, string]) =>
    Object.hasOwn(was, former) &&
    Object.hasOwn(is, name) &&
    !Object.hasOwn(was, name) &&
    !Object.hasOwn(is, former);
  return new Map(said.filter(isValid).map(([name, former]) => [former, name]));
}

function namesFound(is: ResolvedSpecification, { resources, fields, states }: Renames): Found[] {
  return [
    ...[...resources].map(([former, name]) =>
      foundResource('R14', `resources.${name}`, former, name),
    ),
    ...[...fields].flatMap(([resource, names]) =>
      [...names].flatMap(([former, name]): Found[] => {
        // The part about states reports that its field was renamed.
        if (own(is.states, resource)?.field === name) return [];
        const isRelation = own(is.resources, resource)?.fields[name]?.type === 'reference';
        const path = `resources.${resource}.fields.${name}`;
        return [
          isRelation
            ? foundRelation('L04', path, former, name)
            : foundMember('F20', path, former, name),
        ];
      }),
    ),
    ...[...states].flatMap(([resource, names]) =>
      [...names].map(([former, state]) =>
        foundState('S27', `states.${resource}.states.${state}`, former, state),
      ),
    ),
  ];
}

/** Events are named after resources and states. */
function eventsFound(
  was: ResolvedSpecification,
  is: ResolvedSpecification,
  renames: Renames,
): Found[] {
  const now = new Set((is.events?.emit ?? []).map(({ resource, event }) => `${resource}.${event}`));
  return (was.events?.emit ?? []).flatMap((each) => {
    const { resource, event } = eventUnder(each, renames);
    const [former, name] = [`${each.resource}.${each.event}`, `${resource}.${event}`];
    return former !== name && now.has(name)
      ? [foundEvent('V03', `events.emit.${name}`, former, name)]
      : [];
  });
}

function eventUnder<E extends { readonly resource: string; readonly event: string }>(
  event: E,
  { resources, states }: Renames,
): E {
  const resource = resources.get(event.resource) ?? event.resource;
  return { ...event, resource, event: states.get(resource)?.get(event.event) ?? event.event };
}

function renamed(was: ResolvedSpecification, renames: Renames): ResolvedSpecification {
  const called = (name: string): string =>
    renames.resources.get(name) ?? historyName(was, name, renames) ?? name;
  const each = <T>(all: Named<T>, change: (value: T, name: string) => T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => {
        const now = called(name);
        return [now, change(value, now)];
      }),
    );
  const namesIn = (name: string): NamesIn => namesOf(was, name, renames, called);
  const { events } = was;
  return {
    ...was,
    resources: each(was.resources, (resource, name) => resourceUnder(resource, namesIn(name))),
    states: each(was.states, (machine, name) => machineUnder(machine, namesIn(name))),
    endpoints: each(was.endpoints, (endpoint, name) => endpointUnder(endpoint, namesIn(name))),
    authentication: authenticationUnder(was.authentication, called, namesIn),
    ...(events === undefined
      ? {}
      : { events: { ...events, emit: events.emit.map((event) => eventUnder(event, renames)) } }),
    versioning: { ...was.versioning, resources: was.versioning.resources.map(called) },
  };
}

/** A history is called by its resource. */
function historyName(
  { resources }: ResolvedSpecification,
  name: string,
  renames: Renames,
): string | undefined {
  const kept = own(resources, name)?.historyOf;
  const now = kept === undefined ? undefined : renames.resources.get(kept);
  return now === undefined ? undefined : historyOf(now);
}

/** Newer names of what one resource has. */
interface NamesIn {
  resource(name: string): string;
  field(name: string): string;
  state(name: string): string;
  /** The field of the state, as the older specification calls it. */
  readonly stateField: string | undefined;
}

/** @param name of the resource, as the newer specification calls it */
function namesOf(
  was: ResolvedSpecification,
  name: string,
  { fields, states, resources }: Renames,
  resource: (name: string) => string,
): NamesIn {
  const former = [...resources].find(([, now]) => now === name)?.[0] ?? name;
  const { parent } = own(was.resources, former) ?? {};
  const [parentWas, parentIs] = [
    parentMember(parent),
    parentMember(parent === undefined ? undefined : resource(parent)),
  ];
  return {
    resource,
    field: (field) =>
      field === parentWas && parentIs !== undefined
        ? parentIs
        : (fields.get(name)?.get(field) ?? field),
    state: (state) => states.get(name)?.get(state) ?? state,
    stateField: own(was.states, former)?.field,
  };
}

function resourceUnder(resource: ResolvedResource, names: NamesIn): ResolvedResource {
  const { parent, historyOf: kept, fields, unique, examples } = resource;
  return {
    ...resource,
    ...(parent === undefined ? {} : { parent: names.resource(parent) }),
    ...(kept === undefined ? {} : { historyOf: names.resource(kept) }),
    fields: fieldsUnder(fields, names),
    unique: unique.map((all) => all.map(names.field)),
    // An example row names the parent as its resource is called.
    examples: examples.map((example) =>
      mapKeys(example, (key) => (key === parent ? names.resource(key) : names.field(key))),
    ),
  };
}

function fieldsUnder(fields: Named<ResolvedField>, names: NamesIn): Record<string, ResolvedField> {
  return mapKeys(
    mapValues(fields, (field) => referringTo(field, names.resource)),
    names.field,
  );
}

function guardUnder(when: ResolvedGuard, names: NamesIn): ResolvedGuard {
  const state = (value: unknown) => (typeof value === 'string' ? names.state(value) : value);
  return mapKeys(
    mapValues(when, (condition, field) =>
      field === names.stateField ? withValues(condition, state) : condition,
    ),
    names.field,
  );
}

function machineUnder(machine: ResolvedStateMachine, names: NamesIn): ResolvedStateMachine {
  return {
    ...machine,
    initial: names.state(machine.initial),
    states: machine.states.map(names.state),
    final: machine.final.map(names.state),
    transitions: mapValues(machine.transitions, ({ from, to, at, when, input, ...others }) => ({
      ...others,
      from: from.map(names.state),
      to: names.state(to),
      ...(at === undefined ? {} : { at: names.field(at) }),
      when: guardUnder(when, names),
      input: fieldsUnder(input, names),
    })),
  };
}

function endpointUnder(endpoint: ResolvedEndpoint, names: NamesIn): ResolvedEndpoint {
  const { filter, sort, actions, deprecated } = endpoint;
  return {
    ...endpoint,
    filter: filter.map(names.field),
    sort: sort.map(names.field),
    ...(deprecated?.filter === undefined
      ? {}
      : { deprecated: { ...deprecated, filter: mapKeys(deprecated.filter, names.field) } }),
    actions: mapValues(actions, ({ when, input, ...others }) => ({
      ...others,
      when: guardUnder(when, names),
      input: fieldsUnder(input, names),
    })),
  };
}

function authenticationUnder(
  authentication: ResolvedAuthentication,
  called: (name: string) => string,
  namesIn: (name: string) => NamesIn,
): ResolvedAuthentication {
  const { allow, rules } = authentication;
  return {
    ...authentication,
    rules: rules.map((rule) => {
      const resource = called(rule.resource);
      return { ...rule, resource, field: namesIn(resource).field(rule.field) };
    }),
    ...(allow === undefined ? {} : { allow: mapKeys(allow, called) }),
  };
}
