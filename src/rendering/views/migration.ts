import { createHash } from 'node:crypto';
import { distinctSets } from '../../model/distinct-sets.ts';
import type { FieldModel, ResourceModel, ServiceModel } from '../../model/model.ts';
import { snakeCase } from '../../specification/names/casing.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';
import {
  hasAccess,
  hasApiKeys,
  hasBasic,
  hasClosedVersions,
  hasCredentials,
  hasEvents,
  hasIdempotency,
  hasJobs,
  hasKafka,
  hasNats,
  hasRules,
  hasSecrets,
  hasSignIn,
  hasTimers,
  hasWebhooks,
} from '../features.ts';

/** What the initial migration shows. */
export function migrationView(model: ServiceModel) {
  const position = new Map(model.creationOrder.map(({ name }, index) => [name, index]));
  const isLater = (resource: ResourceModel, { target }: FieldModel) =>
    target !== undefined && (position.get(target.name) ?? 0) > (position.get(resource.name) ?? 0);
  const laterFields = (resource: ResourceModel) =>
    resource.fields.filter((field) => isLater(resource, field));
  /** An index is made when all its columns are there. */
  const waits = (resource: ResourceModel, { columns }: Index) =>
    laterFields(resource).some(({ column }) => columns.includes(column));
  const tables = model.creationOrder.map((resource) => ({
    table: resource.table,
    columns: [
      { column: column('id', 'uuid', [identifier('primaryKey')]) },
      ...parentColumns(resource),
      ...resource.fields
        .filter((field) => !isLater(resource, field))
        .map((field) => ({
          column: fieldColumn(field),
        })),
      { column: column('created_at', 'dateTime', [identifier('required')]) },
      { column: column('updated_at', 'dateTime', [identifier('required')]) },
      { column: column('revision', 'integer', [identifier('required')]) },
    ],
    indexes: indexes(resource)
      .filter((each) => !waits(resource, each))
      .map(({ call }) => ({ call })),
  }));
  const later = model.creationOrder.flatMap((resource) =>
    laterFields(resource).map((field) => ({ table: resource.table, column: fieldColumn(field) })),
  );
  const laterIndexes = model.creationOrder.flatMap((resource) =>
    indexes(resource)
      .filter((each) => waits(resource, each))
      .map(({ call }) => ({ call })),
  );
  const own = {
    hasApiKeys: hasApiKeys(model),
    hasBasic: hasBasic(model),
    hasSecrets: hasSecrets(model),
    hasIdempotency: hasIdempotency(model),
    countsRequests: true,
    ...(hasCredentials(model) ? { keepsGrants: true } : {}),
    ...(hasSignIn(model) ? { keepsSessions: true } : {}),
    ...(hasEvents(model) ? { hasEvents: true } : {}),
    ...(hasTimers(model) ? { hasTimers: true } : {}),
    ...(hasJobs(model) ? { hasJobs: true } : {}),
    ...(hasNats(model) || hasKafka(model) ? { hasLeases: true } : {}),
    ...(hasWebhooks(model) ? { hasWebhooks: true } : {}),
    ...(hasWebhooks(model) && hasAccess(model) ? { keepsReaders: true } : {}),
    ...(hasClosedVersions(model) ? { hasClosedVersions: true } : {}),
    ...(hasEvents(model) && hasRules(model) ? { keepsDeciding: true } : {}),
  };
  const digest = createHash('sha256').update(JSON.stringify([tables, later, own]));
  const text = JSON.stringify([tables, laterIndexes]);
  const helpers = [
    'columnTypes',
    ...(own.hasEvents ? ['counter'] : []),
    ...(text.includes('createIndex(') ||
    own.hasIdempotency ||
    own.keepsSessions ||
    own.hasTimers ||
    own.hasJobs
      ? ['createIndex']
      : []),
    'createTable',
    ...(text.includes('createUniqueIndex(') ||
    own.hasApiKeys ||
    own.hasBasic ||
    own.hasEvents ||
    own.hasWebhooks
      ? ['createUniqueIndex']
      : []),
    'primaryKey',
    'required',
  ];
  return {
    imports: join(helpers.map(identifier), ', '),
    tables,
    later,
    laterIndexes,
    ...own,
    keepsReaders: own.keepsReaders === true,
    keepsSessions: own.keepsSessions === true,
    hasClosedVersions: own.hasClosedVersions === true,
    keepsDeciding: own.keepsDeciding === true,
    migrationName: `0001-initial-${digest.digest('hex').slice(0, 8)}`,
  };
}

function column(name: string, type: string, modifiers: readonly Code[]): Code {
  return columnOf(name, code`${identifier('types')}.${identifier(type)}`, modifiers);
}

function columnOf(name: string, type: Code, modifiers: readonly Code[]): Code {
  const [first] = modifiers;
  return first === undefined
    ? code`.addColumn(${name}, ${type})`
    : code`.addColumn(${name}, ${type}, ${first})`;
}

function parentColumns({ parents }: ResourceModel): { column: Code }[] {
  return parents.slice(-1).map((parent) => ({
    column: column(snakeCase(parent.idParameter), 'uuid', [
      reference(parent.table, 'cascade', true),
    ]),
  }));
}

function reference(table: string, onDelete: string, isRequired: boolean): Code {
  const references = code`${identifier('column')}.references(${`${table}.id`})`;
  // Without a word both engines refuse at the end of the statement, when its own cascades are done.
  const chain = onDelete === 'restrict' ? references : code`${references}.onDelete(${onDelete})`;
  return isRequired
    ? code`(${identifier('column')}) => ${chain}.notNull()`
    : code`(${identifier('column')}) => ${chain}`;
}

function fieldColumn(model: FieldModel): Code {
  const { field, target } = model;
  const isRequired = model.isAlwaysPresent && !field.nullable;
  if (field.type === 'reference' && target !== undefined) {
    const onDelete = field.onDelete.replace('-', ' ');
    return column(model.column, 'uuid', [reference(target.table, onDelete, isRequired)]);
  }
  const modifiers = isRequired ? [identifier('required')] : [];
  if (field.type === 'decimal') {
    const type = code`${identifier('types')}.${identifier('decimal')}(${field.precision}, ${field.scale})`;
    return columnOf(model.column, type, modifiers);
  }
  return column(model.column, columnType(field.type), modifiers);
}

function columnType(type: FieldModel['field']['type']): string {
  switch (type) {
    case 'string':
    case 'text':
    case 'email':
    case 'uri':
    case 'enum':
      return 'text';
    case 'array':
    case 'object':
      return 'json';
    case 'date-time':
      return 'dateTime';
    case 'reference':
      return 'uuid';
    default:
      return type;
  }
}

/** One for each uniqueness, each filter, each sort key and each reference; a list of children begins with its parent. */
function indexes(resource: ResourceModel): Index[] {
  const parent = resource.parents.at(-1);
  const within = parent === undefined ? [] : [snakeCase(parent.idParameter)];
  const columnsOf = new Map(resource.fields.map(({ name, column }) => [name, column]));
  const byName = (name: string) => columnsOf.get(name) ?? snakeCase(name);
  const single = resource.fields.filter(({ field }) => field.unique).map(({ column }) => [column]);
  const spanning = resource.unique.map((group) => group.map(({ column }) => column));
  const { access } = resource;
  const uniqueKeys = distinctSets(
    [...single, ...spanning].map((key) => [
      ...access.within.map(({ column }) => column).filter((column) => !key.includes(column)),
      ...key,
    ]),
  );
  const lists = [...resource.endpoint.filter, ...resource.endpoint.sort].map((name) => [
    ...within,
    byName(name),
    'id',
  ]);
  const references = resource.fields
    .filter(({ field }) => field.type === 'reference')
    .map(({ column }) => [column, 'id']);
  /** For those who are confined to some of the rows; the others are for those who are not. */
  const ruled = access.rules.flatMap(({ column }) =>
    [[...within, 'id'], ...lists].map((key) => [...within, column, ...key.slice(within.length)]),
  );
  const ordinary = [
    ...(parent === undefined ? [] : [[...within, 'id']]),
    ...ruled,
    ...lists,
    ...references,
  ];
  // A unique index serves a filter as well; one index serves any that begins like it.
  const isServed = ([first]: string[]) =>
    within.length === 0 && uniqueKeys.some((key) => key.length === 1 && key[0] === first);
  return [
    ...uniqueKeys.map((key) => call('createUniqueIndex', resource.table, key)),
    ...distinct(ordinary)
      .filter((key) => !isServed(key))
      .map((key) => call('createIndex', resource.table, key)),
  ];
}

function distinct(keys: readonly string[][]): string[][] {
  return [...new Map(keys.map((key) => [key.join(), key])).values()];
}

interface Index {
  readonly columns: readonly string[];
  readonly call: Code;
}

function call(name: string, table: string, columns: readonly string[]): Index {
  return {
    columns,
    call: code`${identifier(name)}(${identifier('database')}, ${literal(table)}, ${columns})`,
  };
}
