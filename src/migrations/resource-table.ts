import { distinctSets } from '../model/distinct-sets.ts';
import type { AccessModel, FieldModel, ResourceModel, ServiceModel } from '../model/model.ts';
import { snakeCase } from '../specification/names/casing.ts';
import { defined } from '../specification/plain.ts';
import type { Column, ColumnType } from './definition.ts';
import { distinctKeys } from './distinct-keys.ts';
import { offeredLists } from './offered-lists.ts';
import { shapeWithin } from './shape.ts';
import type { FieldSource, Table, TableColumn } from './table.ts';
import { ruleOf } from './value-rule.ts';

/** The table of one resource. */
export function resourceTable(resource: ResourceModel, older: ServiceModel['older']): Table {
  const { unique, indexes } = indexesOf(resource, older);
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
    rule: ruleOf(field),
    ...defined({ shape: shapeWithin(field) }),
    ...(machine?.field.name === name ? { isState: true as const } : {}),
  };
}

/**
 * One for each uniqueness and each reference, and one for each filter and sort that lists offer, behind what every statement of
 * such a list is constrained to: the parent in its path, and the columns of the rules that hold for its caller.
 */
function indexesOf(
  resource: ResourceModel,
  older: ServiceModel['older'],
): Pick<Table, 'unique' | 'indexes'> {
  const within = resource.parents.slice(-1).map(({ idParameter }) => snakeCase(idParameter));
  const unique = uniqueKeys(resource);
  const lists = offeredLists(resource, older);
  const listed = lists.isListed
    ? prefixesOf(resource.access).flatMap((prefix) =>
        [[], ...lists.keys].map((key) => [...within, ...prefix, ...key]),
      )
    : [];
  const references = resource.fields
    .filter(({ field }) => field.type === 'reference')
    .map(({ column }) => [column]);
  // A deleted row takes its children along, whether or not the caller may list them.
  const keys = [within, ...listed, ...references]
    .map((key) => [...new Set(key)])
    .filter((key) => key.length > 0 && !unique.some((each) => each.join() === key.join()));
  return { unique, indexes: distinctKeys(keys.map((key) => [...key, 'id'])) };
}

function uniqueKeys({ fields, unique, access }: ResourceModel): Table['unique'] {
  const single = fields.filter(({ field }) => field.unique).map(({ column }) => [column]);
  const spanning = unique.map((group) => group.map(({ column }) => column));
  return distinctSets(
    [...single, ...spanning].map((key) => [
      ...access.within.map(({ column }) => column).filter((column) => !key.includes(column)),
      ...key,
    ]),
  );
}

/**
 * The columns that a list is constrained to by rules. A rule without exceptions holds in every list; those with the same exceptions
 * hold together, for some callers, and the others list without them.
 */
function prefixesOf({ rules }: AccessModel): readonly (readonly string[])[] {
  const always = rules.filter(({ unless }) => unless.length === 0).map(({ column }) => column);
  const sometimes = Map.groupBy(
    rules.filter(({ unless }) => unless.length > 0),
    ({ unless }) => unless.toSorted().join(),
  );
  return [
    always,
    ...[...sometimes.values()].map((group) => [...always, ...group.map(({ column }) => column)]),
  ];
}
