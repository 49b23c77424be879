import type { Draw } from './draw.ts';
import type { Written } from './values.ts';

type Mapping = Readonly<Record<string, Written>>;

const days = ['2024-12-31', '2025-06-01', '2026-01-15', '2030-02-28'];

/** What a candidate deprecates of itself. It is drawn last: the seeds of before make the same of all else. */
export function withDeprecations(draw: Draw, candidate: Written): Written {
  if (!draw.chance(0.35)) return candidate;
  const { resources, states, endpoints } = candidate as {
    readonly resources: Mapping;
    readonly states?: Mapping;
    readonly endpoints?: Mapping;
  };
  const names = Object.keys(resources);
  return {
    ...candidate,
    resources: mapped(resources, (resource, name) => ({
      ...resource,
      ...rarely(draw, () => deprecationOf(draw, others(names, name))),
      fields: fieldsOf(draw, resource['fields'] as Mapping),
    })),
    ...(states === undefined
      ? {}
      : {
          states: mapped(states, (machine) => ({
            ...machine,
            transitions: mapped(machine['transitions'] as Mapping, (transition) => ({
              ...transition,
              ...('after' in transition || 'at' in transition
                ? {}
                : customOperationOf(draw, transition)),
            })),
          })),
        }),
    ...(endpoints === undefined
      ? {}
      : {
          endpoints: mapped(endpoints, (endpoint, name) =>
            names.includes(name) ? endpointOf(draw, endpoint) : endpoint,
          ),
        }),
  };
}

function deprecationOf(draw: Draw, successors: readonly string[]): Written {
  const since = draw.pick(days);
  return {
    since,
    ...draw.maybe('sunset', () => draw.pick(days.filter((day) => day >= since))),
    ...(successors.length === 0 ? {} : draw.maybe('replacedBy', () => draw.pick(successors))),
  };
}

function rarely(draw: Draw, deprecation: () => Written): Written {
  return draw.chance(0.3) ? draw.maybe('deprecated', deprecation) : {};
}

function fieldsOf(draw: Draw, fields: Mapping): Written {
  const names = Object.keys(fields);
  return mapped(fields, (field, name) => {
    const { deprecated: _d, replacedBy: _r, ...plain } = field;
    const said = rarely(draw, () => deprecationOf(draw, others(names, name)));
    return insideOf(draw, 'deprecated' in said ? { ...plain, ...said } : field);
  });
}

/** Values and members that are deprecated, of a field or of what is in it. */
function insideOf(draw: Draw, field: Written): Written {
  const values = (field['values'] ?? field['enum'] ?? []) as readonly unknown[];
  const texts = values.filter((value) => typeof value === 'string');
  const isOfText = field['type'] === 'enum' || field['type'] === 'string';
  return {
    ...field,
    ...(isOfText && texts.length > 0
      ? draw.maybe('deprecatedValues', () => namedOf(draw, texts))
      : {}),
    ...('items' in field ? { items: insideOf(draw, field['items'] as Written) } : {}),
    ...(field['type'] === 'object' ? { fields: fieldsOf(draw, field['fields'] as Mapping) } : {}),
  };
}

function customOperationOf(draw: Draw, customOperation: Written): Written {
  return {
    ...rarely(draw, () => deprecationOf(draw, [])),
    ...('input' in customOperation
      ? { input: fieldsOf(draw, customOperation['input'] as Mapping) }
      : {}),
  };
}

function endpointOf(draw: Draw, endpoint: Written): Written {
  const { actions, methods, filter } = endpoint as {
    readonly actions?: Mapping;
    readonly methods?: readonly string[];
    readonly filter?: readonly string[];
  };
  const offered = methods ?? ['list', 'create', 'read', 'replace', 'update', 'delete'];
  const parts = {
    ...draw.maybe('methods', () => namedOf(draw, offered)),
    ...(filter === undefined || filter.length === 0
      ? {}
      : draw.maybe('filter', () => namedOf(draw, filter))),
  };
  return {
    ...endpoint,
    ...(Object.keys(parts).length > 0 && draw.chance(0.5) ? { deprecated: parts } : {}),
    ...(actions === undefined
      ? {}
      : {
          actions: mapped(actions, (action) => ({ ...action, ...customOperationOf(draw, action) })),
        }),
  };
}

/** Some of these, each with days and perhaps another one to take its place. */
function namedOf(draw: Draw, names: readonly string[]): Written {
  return Object.fromEntries(
    draw.some(names, 1).map((name) => [name, deprecationOf(draw, others(names, name))]),
  );
}

function others(names: readonly string[], name: string): string[] {
  return names.filter((each) => each !== name);
}

function mapped(
  object: Mapping,
  change: (value: Written, name: string) => Written,
): Record<string, Written> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value, name)]),
  );
}
