import type { Draw } from './draw.ts';
import { withDeprecations } from './deprecations.ts';
import { allowOf, authenticationOf, rulesOf } from './access.ts';
import { fieldOf, fieldsOf } from './fields.ts';
import { resourceNames, texts } from './names.ts';
import { errorsOf, eventsOf, limitsOf, serviceOf } from './sections.ts';
import { actionsOf, machineOf } from './states.ts';
import { valueOf, type Written } from './values.ts';
import { versioningOf } from './versioning.ts';

type Mapping = Record<string, Written>;
const methods = ['list', 'create', 'read', 'replace', 'update', 'delete'] as const;

/** A specification that may still have a mistake or two, such as a name that is taken. */
export function candidateOf(draw: Draw, size: number): Written {
  const authentication = authenticationOf(draw);
  const { grants, isAnonymous } = authentication;
  const names = draw.some(resourceNames, size).slice(0, size);
  const context = { resources: names, grants };
  const resources: Mapping = {};
  const depths = new Map<string, number>();
  for (const name of names) {
    const parents = Object.keys(resources).filter((each) => (depths.get(each) ?? 0) < 2);
    const parent = parents.length > 0 && draw.chance(0.4) ? draw.pick(parents) : undefined;
    depths.set(name, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1);
    const fields = fieldsOf(draw, draw.int(1, draw.chance(0.3) ? 7 : 4), () =>
      fieldOf(draw, 'field', context),
    );
    const scalar = Object.keys(fields).filter(
      (field) =>
        !['json', 'array', 'object', 'binary', 'text'].includes(String(fields[field]?.['type'])),
    );
    resources[name] = {
      ...draw.maybe('description', () => draw.pick(texts)),
      ...(draw.chance(0.15)
        ? { plural: draw.pick([`${name}-list`, `all-${name}`, 'things', 'stuff']) }
        : {}),
      ...(parent === undefined ? {} : { parent }),
      fields,
      ...(scalar.length > 1 && draw.chance(0.3)
        ? draw.maybe('unique', () => [draw.some(scalar, 2).slice(0, 3)])
        : {}),
      ...(draw.chance(0.4)
        ? draw.maybe('examples', () =>
            Array.from({ length: draw.int(1, 3) }, () => exampleOf(draw, fields)),
          )
        : {}),
    };
  }
  const fieldsOfResource = Object.fromEntries(
    names.map((name) => [name, (resources[name]?.['fields'] ?? {}) as Mapping]),
  );
  const states = Object.fromEntries(
    names
      .filter(() => draw.chance(0.35))
      .map((name) => [name, machineOf(draw, fieldsOfResource[name] ?? {}, context)]),
  );
  const endpoints = Object.fromEntries(
    names.flatMap((name) => {
      const one = endpointOf(draw, fieldsOfResource[name] ?? {}, context, states[name]);
      return Object.keys(one).length === 0 ? [] : [[name, one]];
    }),
  );
  const languages = draw.chance(0.4)
    ? draw.pick([['en'], ['de'], ['en', 'de'], ['de', 'en']])
    : undefined;
  const operations = names.flatMap((name) =>
    [
      ...methodsOf(endpoints[name]),
      ...Object.keys((states[name]?.['transitions'] ?? {}) as Mapping),
    ].map((verb) => `${name}.${verb}`),
  );
  const rules = isAnonymous || !draw.chance(0.35) ? [] : rulesOf(draw, resources, grants);
  const verbs = Object.fromEntries(
    names.map((name) => [name, verbsOf(endpoints[name], states[name])]),
  );
  const candidate = {
    service: serviceOf(draw),
    resources,
    ...(Object.keys(states).length > 0 ? { states } : {}),
    endpoints: {
      ...draw.maybe('representations', () => [
        'json',
        ...draw.some(['hal', 'json-api', 'xml', 'html']),
      ]),
      ...(languages === undefined ? {} : { languages }),
      ...draw.maybe('origins', () =>
        draw.some(['https://app.acme.example', 'http://localhost:5173', 'http://[::1]:8080']),
      ),
      ...endpoints,
    },
    authentication: {
      ...authentication.section,
      ...(rules.length > 0 ? { rules } : {}),
      ...(grants.length > 0 && draw.chance(0.5) ? { allow: allowOf(draw, verbs, grants) } : {}),
    },
    ...(draw.chance(0.5)
      ? {
          events: eventsOf(
            draw,
            names.flatMap((name) => happeningsOf(name, states[name])),
          ),
        }
      : {}),
    ...draw.maybe('errors', () => errorsOf(draw, languages ?? ['en'])),
    ...draw.maybe('limits', () => limitsOf(draw, isAnonymous)),
    ...(draw.chance(0.75)
      ? {
          versioning: versioningOf(draw, {
            children: names.filter((name) => (depths.get(name) ?? 0) > 0),
            operations,
            fields: fieldsOfResource,
          }),
        }
      : {}),
  };
  return withDeprecations(draw, candidate);
}

function exampleOf(draw: Draw, fields: Mapping): Written {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([, field]) =>
          field['type'] !== 'reference' &&
          field['readOnly'] !== true &&
          (field['required'] === true || draw.chance(0.7)),
      )
      .map(([name, field]) => [name, valueOf(draw, field)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function endpointOf(
  draw: Draw,
  fields: Mapping,
  context: { resources: readonly string[]; grants: readonly string[] },
  machine: Written | undefined,
): Written {
  const shown = Object.entries(fields).filter(([, { writeOnly }]) => writeOnly !== true);
  const state = machine === undefined ? [] : [String(machine['field'] ?? 'status')];
  const named = (types: readonly string[]) => [
    ...shown.filter(([, { type }]) => !types.includes(String(type))).map(([name]) => name),
    'createdAt',
    'updatedAt',
    ...state,
  ];
  const unlisted = ['text', 'json', 'binary', 'array', 'object'];
  const actions = draw.chance(0.25) ? { actions: actionsOf(draw, fields, context) } : {};
  const offered = draw.chance(0.25) ? { methods: draw.some(methods, 1) } : {};
  const verbs = [
    ...methodsOf(offered),
    ...Object.keys((machine?.['transitions'] ?? {}) as Mapping),
    ...Object.keys((actions.actions ?? {}) as Mapping),
  ];
  const isListed = methodsOf(offered).includes('list');
  const maxSize = draw.pick([1, 2, 5, 100, 1000]);
  return {
    ...offered,
    ...(isListed ? draw.maybe('filter', () => draw.some(named(unlisted))) : {}),
    ...(isListed
      ? draw.maybe('sort', () => draw.some(named([...unlisted, 'reference', 'uuid', 'duration'])))
      : {}),
    ...(!isListed
      ? {}
      : draw.maybe('pagination', () => ({
          ...draw.maybe('size', () => Math.min(maxSize, draw.pick([1, 2, 20]))),
          ...draw.maybe('maxSize', () => maxSize),
          ...draw.maybe('total', () => draw.chance(0.5)),
          ...draw.maybe('cursor', () => draw.chance(0.8)),
        }))),
    ...draw.maybe('preconditions', () => draw.pick(['optional', 'required'])),
    ...(methodsOf(offered).includes('replace')
      ? draw.maybe('createByReplace', () => draw.chance(0.7))
      : {}),
    ...draw.maybe('idempotencyKey', () => draw.pick(['optional', 'required'])),
    ...actions,
    ...(draw.chance(0.3)
      ? draw.maybe('cost', () =>
          Object.fromEntries(draw.some(verbs, 1).map((verb) => [verb, draw.pick([1, 2, 5])])),
        )
      : {}),
  };
}

function methodsOf(endpoint: Written | undefined): readonly string[] {
  return (endpoint?.['methods'] as readonly string[] | undefined) ?? methods;
}

function verbsOf(endpoint: Written | undefined, machine: Written | undefined): readonly string[] {
  const offered = methodsOf(endpoint);
  return [
    ...(offered.includes('list') || offered.includes('read') ? ['read'] : []),
    ...offered.filter((method) => method !== 'list' && method !== 'read'),
    ...Object.entries((machine?.['transitions'] ?? {}) as Mapping)
      .filter(([, each]) => !('after' in each || 'at' in each))
      .map(([name]) => name),
    ...Object.keys((endpoint?.['actions'] ?? {}) as Mapping),
  ];
}

function happeningsOf(name: string, machine: Written | undefined): readonly string[] {
  const entered = Object.values((machine?.['transitions'] ?? {}) as Mapping).map(({ to }) =>
    String(to),
  );
  return [...new Set(['created', 'updated', 'deleted', ...entered])].map(
    (event) => `${name}.${event}`,
  );
}
