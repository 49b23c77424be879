import { isDeepStrictEqual } from 'node:util';
import { losesDigits, nameOf } from './compare/conversions.ts';
import type { Column, ColumnType, Fill } from './definition.ts';
import { sourcesOf, type RowOperation } from './row-operation.ts';
import type { Step } from './step.ts';
import type { ValueRule } from './value-rule.ts';

/** What a step does, in plain words. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'createTable':
      return `make the table ${step.table}`;
    case 'dropTable':
      return `drop the table ${step.table}`;
    case 'renameTable':
      return `rename the table ${step.table} to ${step.to}`;
    case 'addColumn': {
      const fill = step.fill === undefined ? '' : `, filled with ${fillText(step.fill)}`;
      return `${step.table}: add the column ${step.column} (${columnText(step.definition)})${fill}`;
    }
    case 'dropColumn':
      return `${step.table}: drop the column ${step.column}`;
    case 'renameColumn':
      return `${step.table}: rename the column ${step.column} to ${step.to}`;
    case 'alterColumn': {
      const using = step.convert === undefined ? '' : `, each value by ${step.convert.sql}`;
      const fill =
        step.fill === undefined ? '' : `, rows without a value get ${fillText(step.fill)}`;
      return `${step.table}: change the column ${step.column} from ${columnText(step.from)} to ${columnText(step.to)}${using}${fill}`;
    }
    case 'replaceValues': {
      const pairs = Object.entries(step.values).map(([old, next]) => `"${old}" becomes "${next}"`);
      return `${step.table}: in the column ${step.column}, ${pairs.join(', ')}`;
    }
    case 'carryRows':
      return `${step.table}: ${step.operations.map(operationText).join('; ')}`;
    case 'checkValues':
      return `${step.table}: count the rows whose ${step.column} is not allowed any more (${allowedText(step.allows)}); they stay as they are, unless the step says mustHold: true`;
    case 'createIndex':
      return `${step.table}: make an index on ${step.columns.join(', ')}`;
    case 'dropIndex':
      return `${step.table}: drop the index on ${step.columns.join(', ')}`;
    case 'createUniqueIndex':
      return `${step.table}: let no two rows have the same ${step.columns.join(', ')}`;
    case 'dropUniqueIndex':
      return `${step.table}: let rows have the same ${step.columns.join(', ')}`;
  }
}

function operationText(operation: RowOperation): string {
  if ('split' in operation) {
    return `split the values of ${operation.split} at ${JSON.stringify(operation.separator)} into ${operation.into.join(', ')}`;
  }
  if ('merge' in operation) {
    return `put the values of ${operation.merge.join(', ')} together in ${operation.into}`;
  }
  if ('move' in operation) return `carry the values of ${operation.move} to ${operation.to}`;
  if ('fill' in operation) {
    return `${operation.fill} is ${JSON.stringify(operation.value)} where there is nothing`;
  }
  if ('leaveOut' in operation) return `leave out null in ${operation.leaveOut}`;
  if ('convert' in operation) return `convert the values of ${operation.convert}`;
  const pairs = Object.entries(operation.values).map(
    ([old, next]) => `"${old}" becomes ${JSON.stringify(next)}`,
  );
  return `in ${operation.map}, ${pairs.join(', ')}`;
}

function allowedText(rule: ValueRule): string {
  return Object.entries(rule)
    .map(([keyword, value]) => `${keyword.replace(/^x-/, '')} ${JSON.stringify(value)}`)
    .join(', ');
}

/** Tables of which rows that are there get other values, each once. */
export function rewrittenTables(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(rewritesRows).map(({ table }) => table))];
}

function rewritesRows(step: Step): boolean {
  switch (step.kind) {
    case 'addColumn':
      return step.fill !== undefined;
    case 'alterColumn':
      return (
        step.fill !== undefined ||
        step.convert !== undefined ||
        !isDeepStrictEqual(step.from.type, step.to.type)
      );
    default:
      return step.kind === 'replaceValues' || step.kind === 'carryRows';
  }
}

/** What is lost where there are values: a table, or a table and a column, as `--accept-loss` names it. */
export function lossesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'dropTable') return [step.table];
    if (step.kind === 'dropColumn') {
      return isMoved(steps, step) ? [] : [`${step.table}.${step.column}`];
    }
    if (step.kind !== 'alterColumn') return [];
    const isLost = step.convert?.sql === 'null' || losesDigits(step.from, step.to);
    return isLost ? [`${step.table}.${step.column}`] : [];
  });
}

/** True where another column gets the values before this one goes. */
function isMoved(
  steps: readonly Step[],
  { table, column }: Extract<Step, { kind: 'dropColumn' }>,
): boolean {
  return steps.some((step) => {
    if (step.table !== table) return false;
    if (step.kind === 'carryRows') return step.operations.flatMap(sourcesOf).includes(column);
    if (step.kind !== 'addColumn' || step.fill === undefined) return false;
    return 'column' in step.fill && step.fill.column === column;
  });
}

function columnText({ type, required, references }: Column): string {
  const target = references === undefined ? '' : ` of ${references.table}`;
  const onDelete = references === undefined ? '' : `, on delete ${references.onDelete}`;
  return `${typeText(type)}${target}${required ? ', required' : ''}${onDelete}`;
}

function typeText(type: ColumnType): string {
  return typeof type === 'object' ? `decimal(${type.decimal.join(', ')})` : nameOf(type);
}

function fillText(fill: Fill): string {
  if ('value' in fill) return JSON.stringify(fill.value);
  return 'column' in fill ? `the column ${fill.column}` : fill.sql;
}
