import { resourceEndpoints, type Endpoint, type Field } from '../specification/index.ts';
import { defined, mapValues, own } from '../specification/plain.ts';
import { historyOf } from '../specification/resolve/history.ts';
import { withAccess, withoutRule } from './access/change.ts';
import { withOfferedOnly } from './access/offered.ts';
import { withOfferedDeprecations, withoutSuccessor } from './deprecations.ts';
import { withResource, withSection, type Draft } from './draft.ts';
import { without, withoutName } from './without.ts';

/** Changes with effects elsewhere: other parts of the specification stop naming what was removed. */

export function withoutField(draft: Draft, name: string, field: string): Draft {
  const resource = own(draft.resources, name);
  if (resource === undefined) return draft;
  const unique = resource.unique?.filter((list) => !list.includes(field));
  const examples = resource.examples?.map((row) => withoutName(row, field));
  const others = without(without(resource, 'unique'), 'examples');
  const changed = withResource(draft, name, {
    ...others,
    fields: mapValues(withoutName(resource.fields, field), (other) =>
      withoutFormerSuccessor(other, field),
    ),
    ...(unique === undefined || unique.length === 0 ? {} : { unique }),
    ...(examples === undefined ? {} : { examples }),
  });
  const unasked = withEndpoint(changed, name, (endpoint) => withoutQuery(endpoint, field));
  return withoutRule(unasked, name, field);
}

export function withoutResource(draft: Draft, name: string): Draft {
  const resources = mapValues(withoutName(draft.resources, name), (other) => {
    const { deprecated } = other;
    const changed = other.parent === name ? without(other, 'parent') : other;
    return deprecated === undefined
      ? changed
      : { ...changed, deprecated: withoutSuccessor(deprecated, (each) => each === name) };
  });
  const gone = withEndpoint(withSection(draft, 'resources', resources), name, () => undefined);
  const stateless = withSection(gone, 'states', withoutName(gone.states ?? {}, name));
  const { rules } = stateless.authentication ?? {};
  const unruled = withAccess(stateless, {
    rules: rules?.filter(({ resource }) => resource !== name),
  });
  return withEvents(withOfferedOnly(unruled), (events) =>
    events.filter((event) => !isOf(event, name)),
  );
}

/** The resource under another name, at the same place; its children, references and endpoints follow. */
export function withResourceRenamed(draft: Draft, name: string, to: string): Draft {
  const renamed = (key: string): string => (key === name ? to : key);
  const resources = mapValues(draft.resources, (resource) => ({
    ...resource,
    ...(resource.parent === undefined ? {} : { parent: renamed(resource.parent) }),
    ...(resource.deprecated?.replacedBy === undefined
      ? {}
      : {
          deprecated: {
            ...resource.deprecated,
            replacedBy: renamed(resource.deprecated.replacedBy),
          },
        }),
    fields: mapValues(resource.fields, (field) => withTarget(field, renamed)),
  }));
  const changed = withSection(draft, 'resources', withKeys(resources, renamed));
  const moved = withSection(changed, 'states', withKeys(changed.states ?? {}, renamed));
  const emitting = withEvents(moved, (events) =>
    events.map((event) => (isOf(event, name) ? `${to}${event.slice(name.length)}` : event)),
  );
  const reached =
    emitting.endpoints === undefined
      ? emitting
      : withSection(emitting, 'endpoints', withKeys(emitting.endpoints, renamed));
  return withAccessRenamed(reached, (key) =>
    key === historyOf(name) ? historyOf(to) : renamed(key),
  );
}

function withAccessRenamed(draft: Draft, renamed: (key: string) => string): Draft {
  const { rules, allow } = draft.authentication ?? {};
  return withAccess(draft, {
    rules: rules?.map((rule) => ({ ...rule, resource: renamed(rule.resource) })),
    allow: allow === undefined ? undefined : withKeys(allow, renamed),
  });
}

/** The draft with other events in `emit`. If no event is left, the list goes, and the service emits all events. */
function withEvents(draft: Draft, change: (events: readonly string[]) => string[]): Draft {
  const { events } = draft;
  if (events?.emit === undefined) return draft;
  const emit = change(events.emit);
  const others = without(events, 'emit');
  return withSection(draft, 'events', emit.length === 0 ? others : { ...others, emit });
}

function isOf(event: string, resource: string): boolean {
  return event.startsWith(`${resource}.`);
}

/** The draft with one endpoint changed; undefined takes it away. */
function withEndpoint(
  draft: Draft,
  name: string,
  change: (endpoint: Endpoint) => Endpoint | undefined,
): Draft {
  const { [name]: _, ...others } = draft.endpoints ?? {};
  const endpoint = own(resourceEndpoints(draft.endpoints), name);
  const changed = endpoint === undefined ? undefined : change(endpoint);
  const endpoints =
    changed === undefined || Object.keys(changed).length === 0
      ? others
      : { ...draft.endpoints, [name]: changed };
  return withSection(draft, 'endpoints', endpoints);
}

function withoutQuery(endpoint: Endpoint, field: string): Endpoint {
  const without = (names: string[] | undefined) => names?.filter((each) => each !== field);
  const { filter, sort, deprecated, ...others } = endpoint;
  const remaining = {
    ...others,
    ...defined({ filter: without(filter), sort: without(sort) }),
  };
  if (deprecated === undefined) return remaining;
  const { [field]: _, ...filters } = deprecated.filter ?? {};
  return withOfferedDeprecations({ ...remaining, deprecated: { ...deprecated, filter: filters } });
}

function withoutFormerSuccessor(field: Field, gone: string): Field {
  const { deprecated } = field;
  if (typeof deprecated === 'object') {
    return { ...field, deprecated: withoutSuccessor(deprecated, (name) => name === gone) };
  }
  return field.replacedBy === gone ? (without(field, 'replacedBy') as Field) : field;
}

function withTarget(field: Field, renamed: (name: string) => string): Field {
  return field.type === 'reference' ? { ...field, to: renamed(field.to) } : field;
}

function withKeys<T>(
  object: Readonly<Record<string, T>>,
  renamed: (key: string) => string,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [renamed(key), value]));
}
