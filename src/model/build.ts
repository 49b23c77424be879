import type { ComposedVersion } from '../evolution/compose/chain.ts';
import type { ComposedFlag, MinorRelease, ReleaseNow } from '../evolution/index.ts';
import type {
  ResolvedField,
  ResolvedProblemCode,
  ResolvedSpecification,
} from '../specification/index.ts';
import { camelCaseOf, pascalCase, snakeCase } from '../specification/names/casing.ts';
import { serviceTables } from '../specification/names/reserved.ts';
import { firstRelease } from '../specification/versions/labels.ts';
import { buildAccess, isPermitted } from './access.ts';
import { typeName } from './type-names.ts';
import { buildActions, stateMachine } from './custom-operations.ts';
import { buildDeprecations } from './deprecations.ts';
import { inCreationOrder } from './creation-order.ts';
import { buildEvents, eventsOf } from './events.ts';
import { distinctSets } from './distinct-sets.ts';
import { known } from './known.ts';
import type {
  FieldModel,
  MemberModel,
  ProblemCodeModel,
  ResourceModel,
  ResourceNames,
  ServiceModel,
} from './model.ts';
import { buildVersions } from './versions.ts';

const ownTables: ReadonlySet<string> = new Set(serviceTables);

/** Chooses every name and takes every decision that templates depend on. */
export function buildModel(
  specification: ResolvedSpecification,
  older: readonly ComposedVersion[] = [],
  changing: readonly ComposedFlag[] = [],
  minorReleases: readonly MinorRelease[] = [],
  releases: readonly ReleaseNow[] = [],
): ServiceModel {
  const names = new Map(
    Object.entries(specification.resources).map(([name, { plural, segment = plural }]) => [
      name,
      resourceNames(name, plural, segment),
    ]),
  );
  const resources = [...names.values()].map((each) => buildResource(specification, names, each));
  const { mechanisms, apiKey } = specification.authentication;
  const versions = buildVersions(specification, older, minorReleases);
  const newest = known(versions.at(-1));
  return {
    specification,
    version: newest.release ?? firstRelease(newest.label),
    versions,
    newest,
    older,
    minorReleases,
    releases,
    changing,
    behaviours: [
      ...new Set([
        ...older.flatMap(({ steps }) => steps.flatMap(({ changes }) => changes.behaviours ?? [])),
        ...Object.keys(specification.versioning.flags),
      ]),
    ],
    deprecations: buildDeprecations(specification, older),
    ...(mechanisms.includes('api-key') ? { apiKeyHeader: apiKey.header } : {}),
    resources,
    creationOrder: inCreationOrder(resources),
    problemCodes: Object.entries(specification.errors.codes).map(([code, entry]) =>
      problemCode(code, entry, specification.languages[0]),
    ),
    ...buildEvents(specification, names),
  };
}

function resourceNames(name: string, plural: string, segment: string): ResourceNames {
  return {
    name,
    camel: camelCaseOf(name),
    title: pascalCase(name),
    pascal: typeName(name),
    plural,
    segment,
    pluralCamel: camelCaseOf(plural),
    pluralPascal: pascalCase(plural),
    table: tableOf(plural),
    idParameter: `${camelCaseOf(name)}Id`,
  };
}

/** What the service itself or SQLite has stays theirs; nothing else has two underscores. */
function tableOf(plural: string): string {
  const table = snakeCase(plural);
  return ownTables.has(table) || table.startsWith('sqlite_') ? `resource__${table}` : table;
}

function problemCode(
  code: string,
  { status, title, description = title }: ResolvedProblemCode,
  language: string,
): ProblemCodeModel {
  return {
    code,
    key: camelCaseOf(code),
    status,
    title: known(title[language]),
    description: known(description[language]),
    titles: title,
    descriptions: description,
  };
}

function buildResource(
  specification: ResolvedSpecification,
  names: ReadonlyMap<string, ResourceNames>,
  own: ResourceNames,
): ResourceModel {
  const { resources, endpoints, authentication } = specification;
  const resource = known(resources[own.name]);
  const parents = parentsOf(resources, names, own.name);
  const fields = Object.entries(resource.fields).map(([name, field]) =>
    buildField(names, name, field),
  );
  const parent = parents.at(-1);
  const within = parents.map((parent) => `/${parent.segment}/{${parent.idParameter}}`).join('');
  /** The path for links; none for a resource within another, which needs two identifiers, or for one that no caller may read. */
  const addressOf = ({ name, plural }: ResourceNames) =>
    resources[name]?.parent === undefined &&
    endpoints[name]?.methods.includes('read') === true &&
    isPermitted(authentication.allow?.[name], 'read')
      ? { path: `/${plural}` }
      : {};
  const collectionPath = `${within}/${own.segment}`;
  const members = new Map<string, MemberModel>(fields.map((field) => [field.name, field]));
  if (parent !== undefined) {
    const member = { name: parent.idParameter, column: snakeCase(parent.idParameter) };
    members.set(parent.idParameter, member);
  }
  return {
    ...own,
    description: resource.description ?? '',
    collectionPath,
    parents,
    fields,
    unique: distinctSets(resource.unique).map((group) =>
      group.map((name) => {
        const { name: member, column } = known(members.get(name));
        return { name: member, column };
      }),
    ),
    endpoint: known(endpoints[own.name]),
    examples: resource.examples,
    references: [
      ...(parent === undefined ? [] : [{ name: parent.idParameter, target: parent }]),
      ...fields,
    ].flatMap(({ name: member, target }) =>
      target === undefined ? [] : [{ member, target, ...addressOf(target) }],
    ),
    ...(resource.isFormer && { isFormer: true }),
    children: Object.entries(resources).flatMap(([name, each]) =>
      each.parent === own.name &&
      each.isFormer === resource.isFormer &&
      endpoints[name]?.methods.includes('list') === true
        ? [each.segment ?? each.plural]
        : [],
    ),
    ...stateMachine(specification, names, own, collectionPath),
    ...(resource.historyOf === undefined
      ? {}
      : { historyOf: known(names.get(resource.historyOf)) }),
    actions: buildActions(specification, names, own, collectionPath),
    events: eventsOf(specification, own),
    access: buildAccess(specification, own, parents),
  };
}

function buildField(
  names: ReadonlyMap<string, ResourceNames>,
  name: string,
  field: ResolvedField,
): FieldModel {
  const hasDefault = field.default !== undefined;
  return {
    name,
    column: snakeCase(name),
    field,
    ...(field.type === 'reference' ? { target: known(names.get(field.to)) } : {}),
    isAlwaysPresent: field.required || field.nullable || hasDefault,
    mayBeOmitted: !field.required && (field.nullable || hasDefault),
  };
}

function parentsOf(
  resources: ResolvedSpecification['resources'],
  names: ReadonlyMap<string, ResourceNames>,
  name: string,
): ResourceNames[] {
  const parent = resources[name]?.parent;
  return parent === undefined
    ? []
    : [...parentsOf(resources, names, parent), known(names.get(parent))];
}
