import type { ColumnType } from './migration.ts';

/** The name of a type, without the precision of a decimal. */
export type TypeName = Exclude<ColumnType, object> | 'decimal';

export function typeName(type: ColumnType): TypeName {
  return typeof type === 'object' ? 'decimal' : type;
}

/** Types that a value of each type can become; some values of it may not. */
const targets: Readonly<Record<TypeName, readonly TypeName[]>> = {
  boolean: ['boolean', 'text'],
  integer: ['integer', 'long', 'number', 'decimal', 'text'],
  long: ['long', 'integer', 'number', 'decimal', 'text'],
  number: ['number', 'integer', 'long', 'decimal', 'text'],
  decimal: ['decimal', 'integer', 'long', 'number', 'text'],
  date: ['date', 'dateTime', 'text'],
  time: ['time', 'text'],
  dateTime: ['dateTime', 'date', 'text'],
  duration: ['duration', 'text'],
  text: [
    'text',
    'boolean',
    'integer',
    'long',
    'number',
    'decimal',
    'date',
    'time',
    'dateTime',
    'duration',
    'binary',
    'uuid',
  ],
  json: ['json', 'text'],
  binary: ['binary', 'text'],
  uuid: ['uuid', 'text'],
};

/** True where values become the other type by a rule of their own; otherwise the step needs `convert`. */
export function hasConversion(from: ColumnType, to: ColumnType): boolean {
  return targets[typeName(from)].includes(typeName(to));
}

/** True where a value may come out with less than it had: digits after the point, or a time of day. */
export function mayLose(from: ColumnType, to: ColumnType): boolean {
  if (typeof to === 'object') {
    return typeof from === 'object' ? to.decimal[1] < from.decimal[1] : from === 'number';
  }
  return from === 'dateTime' && to === 'date';
}

/**
 * Texts that convert, for both engines: each pattern is understood alike by JavaScript and PostgreSQL. They are what
 * the interface accepts, and of several texts for one duration only the canonical one.
 */
export const textPatterns = {
  boolean: '^(true|false)$',
  integer: '^-?(0|[1-9][0-9]{0,15})$',
  long: '^[+-]?[0-9]{1,19}$',
  // PostgreSQL counts no further than to 255.
  number: '^-?(0|[1-9][0-9]{0,254}[0-9]{0,54})([.][0-9]{1,255}[0-9]{0,45})?([eE][+-]?[0-9]{1,3})?$',
  decimal: '^[+-]?[0-9]{1,40}([.][0-9]{1,40})?$',
  date: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  time: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$',
  dateTime:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$',
  duration:
    '^(PT0S|P(?=[0-9T])([1-9][0-9]{0,8}Y)?(([1-9]|1[01])M)?([1-9][0-9]{0,8}D)?(T(?=[0-9])(([1-9]|1[0-9]|2[0-3])H)?(([1-9]|[1-5][0-9])M)?(([1-9]|[1-5][0-9])([.][0-9]{0,2}[1-9])?S|0[.][0-9]{0,2}[1-9]S)?)?)$',
  binary: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
} as const;

/** Numbers outside of these bounds are no doubles, or lose digits near zero. */
export const doubleBounds = { least: '1e-300', most: '1.797693134862315e308' } as const;

/** Integers up to this one are exact in JSON. */
export const safeInteger = '9007199254740991';
