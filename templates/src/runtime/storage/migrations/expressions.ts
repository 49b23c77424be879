import type { EngineName } from '../engine.ts';
import { hasConversion } from './conversions.ts';
import { castTo, literal, quote } from './data-types.ts';
import type { Column, ColumnChange, ColumnType, Fill } from './migration.ts';
import { postgresConversion } from './postgres-conversion.ts';

/** The function of SQLite that `sqlite-conversion.ts` defines. */
export const conversionFunction = 'convert_value';

/** SQL of what a row gets, of columns of the same row. */
export function fillExpression(engine: EngineName, fill: Fill, type: ColumnType): string {
  if ('value' in fill) {
    const value = literal(engine, type, fill.value);
    return value === 'null' && engine === 'postgres' ? castTo(value, type) : value;
  }
  const expression = 'column' in fill ? quote(fill.column) : `(${fill.sql})`;
  return engine === 'postgres' ? castTo(expression, type) : expression;
}

/** SQL of the value that a column has after the change; null where the value does not convert. */
export function changedExpression(
  engine: EngineName,
  column: string,
  { from, to, fill, convert }: ColumnChange,
): string {
  const value = quote(column);
  const converted = convert
    ? fillExpression(engine, convert, to.type)
    : converts(from, to)
      ? conversion(engine, value, from.type, to.type)
      : value;
  if (!fill) return converted;
  return `case when ${value} is null then ${fillExpression(engine, fill, to.type)} else ${converted} end`;
}

/** SQL of the value as another type; null where it does not convert. */
export function conversion(
  engine: EngineName,
  value: string,
  from: ColumnType,
  to: ColumnType,
): string {
  if (!hasConversion(from, to)) {
    throw new Error(
      `There is no rule that makes ${nameOf(to)} of ${nameOf(from)}: say it with convert`,
    );
  }
  if (engine === 'postgres') return postgresConversion(value, from, to);
  const types = [from, to].map((type) => `'${JSON.stringify(type)}'`);
  return `${conversionFunction}(${[value, ...types].join(', ')})`;
}

/** True where the two types keep the same value in different ways, or one of them has fewer values. */
export function converts(from: Column, to: Column): boolean {
  return JSON.stringify(from.type) !== JSON.stringify(to.type);
}

/** A type in words. */
export function nameOf(type: ColumnType): string {
  if (typeof type === 'object') return `decimal(${type.decimal.join(', ')})`;
  return type === 'dateTime' ? 'date-time' : type;
}
