import type { FieldModel, MemberModel } from '../../model/model.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { code, identifier, type Code } from '../code.ts';

/** Everything that the store of a resource says of one member. */
export interface ColumnView {
  readonly member: Code;
  readonly column: Code;
  readonly columnText: string;
  /** TypeScript type of the column in a row. */
  readonly rowType: Code;
  /** The conversion, as the table names it. */
  readonly conversion: Code;
  /** Declares the conversion, where it is not one of the codec's own. */
  readonly declaration?: Code;
  /** From `row` to the member. */
  readonly read: Code;
  /** From `entity` to the column. */
  readonly write: Code;
  /** Absent in the entity where the column is null. */
  readonly isOptional: boolean;
}

interface Conversion {
  /** Name in the codec, or of the constant that is declared. */
  readonly name: string;
  readonly declaration?: Code;
  readonly rowType: Code;
  /** The column holds the very value of the member. */
  readonly isSame?: boolean;
}

export function columnView(resourceType: string, field: FieldModel): ColumnView {
  const isNullable = field.field.nullable || !field.isAlwaysPresent;
  return view(field, conversionOf(resourceType, field), isNullable, !field.isAlwaysPresent);
}

/** Columns that every table has, and the reference of a child to its parent. */
export function ownColumns(parentMember: MemberModel | undefined): {
  readonly before: readonly ColumnView[];
  readonly after: readonly ColumnView[];
} {
  const uuid = { name: 'uuid', rowType: code`${identifier('string')}` };
  const dateTime = { ...uuid, name: 'dateTime' };
  const integer = { name: 'integer', rowType: code`${identifier('number')}` };
  const own = (name: string, column: string, conversion: Conversion) =>
    view({ name, column }, conversion, false, false);
  return {
    before: [
      own('id', 'id', uuid),
      ...(parentMember === undefined ? [] : [own(parentMember.name, parentMember.column, uuid)]),
    ],
    after: [
      own('createdAt', 'created_at', dateTime),
      own('updatedAt', 'updated_at', dateTime),
      own('revision', 'revision', integer),
    ],
  };
}

function view(
  { name, column }: MemberModel,
  conversion: Conversion,
  isNullable: boolean,
  isOptional: boolean,
): ColumnView {
  const by = identifier(conversion.name);
  const row = code`${identifier('row')}.${identifier(column)}`;
  const entity = code`${identifier('entity')}.${identifier(name)}`;
  const given = isOptional ? code`${entity} ?? null` : entity;
  const nullType = isNullable ? code`${conversion.rowType} | null` : conversion.rowType;
  return {
    member: identifier(name),
    column: identifier(column),
    columnText: column,
    rowType: nullType,
    conversion: by,
    ...(conversion.declaration === undefined ? {} : { declaration: conversion.declaration }),
    read: conversion.isSame ? row : code`${by}.read(${row})`,
    write: conversion.isSame ? given : code`${by}.write(${given})`,
    isOptional,
  };
}

function conversionOf(
  resourceType: string,
  { name, field, isAlwaysPresent }: FieldModel,
): Conversion {
  const string = code`${identifier('string')}`;
  const number = code`${identifier('number')}`;
  const type = code`${identifier(resourceType)}[${name}]`;
  const member = isAlwaysPresent && !field.nullable ? type : code`NonNullable<${type}>`;
  switch (field.type) {
    case 'string':
    case 'text':
    case 'email':
    case 'uri':
      return { name: 'text', rowType: string, isSame: true };
    case 'enum':
      return { name: 'text', rowType: member, isSame: true };
    case 'integer':
    case 'number':
      return { name: field.type, rowType: number };
    case 'long':
      return { name: 'long', rowType: code`Stored<${string}>` };
    case 'decimal': {
      const constant = `decimal${String(field.scale)}`;
      return {
        name: constant,
        declaration: code`${identifier(constant)} = values.decimal(${field.scale})`,
        rowType: code`Stored<${string}>`,
      };
    }
    case 'boolean':
      return { name: 'boolean', rowType: code`Stored<${identifier('boolean')}>` };
    case 'date':
    case 'time':
    case 'duration':
      return { name: field.type, rowType: string };
    case 'date-time':
      return { name: 'dateTime', rowType: string };
    case 'uuid':
    case 'reference':
      return { name: 'uuid', rowType: string };
    case 'binary':
      return { name: 'binary', rowType: code`Uint8Array` };
    case 'json':
    case 'array':
    case 'object': {
      const constant = `${name}Json`;
      return {
        name: constant,
        declaration: code`${identifier(constant)} = values.json<${member}>()`,
        rowType: string,
      };
    }
  }
}

export function usesStored(field: ResolvedField): boolean {
  return ['long', 'decimal', 'boolean'].includes(field.type);
}
