import { distinctSets } from '../model/distinct-sets.ts';
import type { FieldModel, ResourceModel } from '../model/model.ts';
import { snakeCase } from '../specification/names/casing.ts';
import type { Column, ColumnType } from './definition.ts';
import type { FieldSource, Table, TableColumn } from './table.ts';

/** The table of one resource. */
export function resourceTable(resource: ResourceModel): Table {
  const { unique, indexes } = indexesOf(resource);
  return {
    name: resource.table,
    resource: resource.name,
    columns: new Map<string, TableColumn>([
      ['id', { definition: { type: 'uuid', required: true } }],
      ...parentColumn(resource),
      ...resource.fields.map((field): [string, TableColumn] => [
        field.column,
        { definition: fieldColumn(field), source: sourceOf(resource, field) },
      ]),
      ['created_at', { definition: { type: 'dateTime', required: true } }],
      ['updated_at', { definition: { type: 'dateTime', required: true } }],
      ['revision', { definition: { type: 'integer', required: true } }],
    ]),
    primaryKey: ['id'],
    unique,
    indexes,
  };
}

function parentColumn({ parents }: ResourceModel): [string, TableColumn][] {
  return parents.slice(-1).map((parent) => [
    snakeCase(parent.idParameter),
    {
      definition: {
        type: 'uuid',
        required: true,
        references: { table: parent.table, onDelete: 'cascade' },
      },
      source: { parent: parent.name },
    },
  ]);
}

function fieldColumn(model: FieldModel): Column {
  const { field, target } = model;
  const required = model.isAlwaysPresent && !field.nullable ? { required: true as const } : {};
  if (field.type === 'reference' && target !== undefined) {
    const onDelete = field.onDelete === 'set-null' ? 'set null' : field.onDelete;
    return { type: 'uuid', ...required, references: { table: target.table, onDelete } };
  }
  return { type: columnType(field), ...required };
}

function columnType(field: FieldModel['field']): ColumnType {
  switch (field.type) {
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
    case 'decimal':
      return { decimal: [field.precision, field.scale] };
    default:
      return field.type;
  }
}

function sourceOf({ machine }: ResourceModel, { name, field }: FieldModel): FieldSource {
  return {
    field: name,
    type: field.type,
    ...(field.type === 'enum' ? { values: field.values } : {}),
    ...(machine?.field.name === name ? { isState: true as const } : {}),
  };
}

/** One for each uniqueness, each filter, each sort key and each reference; a list of children begins with its parent. */
function indexesOf(resource: ResourceModel): Pick<Table, 'unique' | 'indexes'> {
  const parent = resource.parents.at(-1);
  const within = parent === undefined ? [] : [snakeCase(parent.idParameter)];
  const columnsOf = new Map(resource.fields.map(({ name, column }) => [name, column]));
  const byName = (name: string) => columnsOf.get(name) ?? snakeCase(name);
  const single = resource.fields.filter(({ field }) => field.unique).map(({ column }) => [column]);
  const spanning = resource.unique.map((group) => group.map(({ column }) => column));
  const { access } = resource;
  const unique = distinctSets(
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
  /** For callers that a rule confines to some of the rows; the others are for the rest. */
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
    within.length === 0 && unique.some((key) => key.length === 1 && key[0] === first);
  return { unique, indexes: distinct(ordinary).filter((key) => !isServed(key)) };
}

function distinct(keys: readonly string[][]): string[][] {
  return [...new Map(keys.map((key) => [key.join(), key])).values()];
}
