import { converts, nameOf } from './expressions.ts';
import type { Column, Fill, Step, ValueSchema } from './migration.ts';

/** What a step does, in one sentence without its full stop. */
export function describe(step: Step): string {
  switch (step.kind) {
    case 'create-table':
      return `makes the table ${step.table}`;
    case 'drop-table':
      return `drops the table ${step.table} with its rows`;
    case 'rename-table':
      return `renames the table ${step.from} to ${step.to}`;
    case 'add-column': {
      const filled = step.fill === undefined ? '' : `; existing rows get ${filledWith(step.fill)}`;
      return `adds the column ${step.column} to ${step.table}, ${kindOf(step.definition)}${filled}`;
    }
    case 'drop-column':
      return `drops the column ${step.column} of ${step.table} with its values`;
    case 'rename-column':
      return `renames the column ${step.from} of ${step.table} to ${step.to}`;
    case 'alter-column':
      return `changes the column ${step.column} of ${step.table}: ${changesOf(step).join(', ')}`;
    case 'replace-values': {
      const pairs = Object.entries(step.values).map(
        ([from, to]) => `${quoted(from)} by ${quoted(to)}`,
      );
      return `replaces values in the column ${step.column} of ${step.table}: ${pairs.join(', ')}`;
    }
    case 'check-values':
      return `looks for values in the column ${step.column} of ${step.table} that are not allowed any more: ${allowedText(step.allows)}; rows that have one ${step.mustHold ? 'forbid the migration' : 'stay as they are, unless the step says mustHold: true'}`;
    case 'create-index':
      return `makes an index of ${step.table} by ${step.columns.join(', ')}`;
    case 'create-unique-index':
      return `makes ${step.columns.join(', ')} unique in ${step.table}`;
    case 'drop-index':
      return `drops the index of ${step.table} by ${step.columns.join(', ')}`;
    case 'drop-unique-index':
      return `allows rows of ${step.table} with the same ${step.columns.join(', ')}`;
    case 'run':
      return `runs "${step.title}"`;
  }
}

/** A list may have two hundred values. */
const longestSchema = 200;

/** A schema as its keywords with their values, cut off where it is long. */
export function allowedText(schema: ValueSchema): string {
  const text = Object.entries(schema)
    .map(([keyword, value]) => `${keyword.replace(/^x-/, '')} ${JSON.stringify(value)}`)
    .join(', ');
  return text.length > longestSchema ? `${text.slice(0, longestSchema)}…` : text;
}

function kindOf({ type, required, references }: Column): string {
  const target = references ? `, a reference to ${references.table}` : '';
  return `${nameOf(type)}${target}, ${required ? 'required' : 'which may be empty'}`;
}

function changesOf({ from, to, fill, convert }: Extract<Step, { kind: 'alter-column' }>): string[] {
  const changes: string[] = [];
  if (converts(from, to)) changes.push(`${nameOf(from.type)} becomes ${nameOf(to.type)}`);
  if (convert) changes.push(`each row gets ${convert.sql}`);
  if (to.required && !from.required) changes.push('a value is required');
  if (!to.required && from.required) changes.push('it may be empty');
  if (fill) changes.push(`rows without a value get ${filledWith(fill)}`);
  const [was, is] = [from.references, to.references];
  if (was?.table !== is?.table) {
    changes.push(is ? `it refers to ${is.table}` : `it no longer refers to ${was?.table ?? ''}`);
  } else if (is && was?.onDelete !== is.onDelete) {
    changes.push(`deleting a row of ${is.table} ${deletions[is.onDelete]}`);
  }
  if (from.default !== to.default) changes.push(`its default is ${quoted(to.default ?? null)}`);
  return changes.length > 0 ? changes : ['nothing'];
}

const deletions = {
  restrict: 'is refused while rows refer to it',
  cascade: 'deletes the rows that refer to it',
  'set null': 'empties the column in the rows that refer to it',
} as const;

function filledWith(fill: Fill): string {
  if ('value' in fill) return quoted(fill.value);
  return 'column' in fill ? `the value of ${fill.column}` : fill.sql;
}

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
