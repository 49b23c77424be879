import type { EngineName } from '../engine.ts';
import { mayLose } from './conversions.ts';
import { quote } from './data-types.ts';
import { changedExpression, conversion, converts, fillExpression, nameOf } from './expressions.ts';
import type { Step } from './migration.ts';
import { present, type ProjectedTable, type Projection } from './projection.ts';

/** A question about rows, as they are before a step. */
export interface RowCheck {
  readonly table: string;
  readonly rows: string;
  readonly key: readonly string[];
  /** SQL that is true of the rows that are looked for. */
  readonly condition: string;
  /** What is the matter with them, after their number: "have no value". */
  readonly about: string;
}

/** Rows that forbid a step. */
export function obstaclesOf(engine: EngineName, tables: Projection, step: Step): RowCheck[] {
  switch (step.kind) {
    case 'add-column': {
      const { definition, table, column } = step;
      const value = { value: definition.default ?? null };
      const filled = fillExpression(engine, step.fill ?? value, definition.type);
      const check = checkOn(tables, table);
      return [
        ...(definition.required && !definition.counter
          ? [
              check(
                `${filled} is null`,
                `would have no value in ${column}, which is required: the step needs a fill that gives each of them one`,
              ),
            ]
          : []),
        ...dangling(tables, step, definition.references?.table, filled),
      ];
    }
    case 'alter-column': {
      const { from, to, table, column, convert } = step;
      const value = quote(column);
      const check = checkOn(tables, table);
      const after = changedExpression(engine, column, step);
      const isNew = to.references?.table !== from.references?.table;
      return [
        ...(converts(from, to) && !convert
          ? [
              check(
                `${value} is not null and ${conversion(engine, value, from.type, to.type)} is null`,
                `have a value in ${column} that is no ${nameOf(to.type)}`,
              ),
            ]
          : []),
        ...(to.required && (!from.required || convert)
          ? [
              check(
                convert || step.fill
                  ? `${after} is null${convert ? '' : ` and ${value} is null`}`
                  : `${value} is null`,
                `have no value in ${column}, which is required from now on`,
              ),
            ]
          : []),
        ...(isNew || convert || step.fill
          ? dangling(tables, step, to.references?.table, after)
          : []),
      ];
    }
    case 'create-unique-index':
      return [duplicates(present(tables, step.table), step)];
    default:
      return [];
  }
}

/**
 * Rows that lose something by a step, with the name by which the loss is accepted.
 *
 * @param before the steps of the same migration before it
 */
export function lossesOf(
  engine: EngineName,
  tables: Projection,
  step: Step,
  before: readonly Step[],
): (RowCheck & { readonly name: string })[] {
  switch (step.kind) {
    case 'drop-table':
      return [{ ...checkOn(tables, step.table)('1 = 1', 'would be lost'), name: step.table }];
    case 'drop-column': {
      const { table, column } = step;
      // What another column has as well is not lost.
      const heirs = heirsOf(tables, table, column, before).map(
        (heir) => `coalesce(${asText(heir)} <> ${asText(column)}, true)`,
      );
      const condition = [`${quote(column)} is not null`, ...heirs].join(' and ');
      const about = `would lose their value in ${column}`;
      return [{ ...checkOn(tables, table)(condition, about), name: `${table}.${column}` }];
    }
    case 'alter-column': {
      const { table, column, from, to, convert } = step;
      const value = quote(column);
      const name = `${table}.${column}`;
      if (convert) {
        const condition = `${value} is not null and ${changedExpression(engine, column, step)} is null`;
        return [
          { ...checkOn(tables, table)(condition, `would lose their value in ${column}`), name },
        ];
      }
      if (!mayLose(from.type, to.type)) return [];
      const there = conversion(engine, value, from.type, to.type);
      const back = conversion(engine, there, to.type, from.type);
      const condition = `${there} is not null and ${back} <> ${value}`;
      return [
        {
          ...checkOn(tables, table)(condition, `would lose a part of their value in ${column}`),
          name,
        },
      ];
    }
    default:
      return [];
  }
}

/** Columns that got their values from that one. */
function heirsOf(
  tables: Projection,
  table: string,
  column: string,
  before: readonly Step[],
): string[] {
  const there = new Set(present(tables, table).columns);
  return before.flatMap((step) => {
    if (step.kind !== 'add-column' || step.table !== table) return [];
    const { fill } = step;
    const isHeir = fill !== undefined && 'column' in fill && fill.column === column;
    return isHeir && there.has(step.column) ? [step.column] : [];
  });
}

function asText(column: string): string {
  return `cast(${quote(column)} as text)`;
}

/** Rows that a step writes. */
export function writtenRowsOf(tables: Projection, step: Step): RowCheck | undefined {
  switch (step.kind) {
    case 'add-column': {
      const isFilled = step.fill !== undefined || step.definition.default !== undefined;
      return isFilled ? checkOn(tables, step.table)('1 = 1', 'get a value') : undefined;
    }
    case 'alter-column': {
      const { column, convert, from, to, fill } = step;
      const value = `${quote(column)} is`;
      if (converts(from, to) || convert) {
        return checkOn(tables, step.table)(
          fill || convert ? '1 = 1' : `${value} not null`,
          'are converted',
        );
      }
      return fill ? checkOn(tables, step.table)(`${value} null`, 'get a value') : undefined;
    }
    case 'replace-values': {
      const values = Object.keys(step.values).map((value) => `'${value.replaceAll("'", "''")}'`);
      return checkOn(tables, step.table)(
        `${quote(step.column)} in (${values.join(', ')})`,
        'get another value',
      );
    }
    default:
      return undefined;
  }
}

function checkOn(tables: Projection, table: string) {
  const { rows, key } = present(tables, table);
  return (condition: string, about: string): RowCheck => ({ table, rows, key, condition, about });
}

function dangling(
  tables: Projection,
  { table, column }: { readonly table: string; readonly column: string },
  target: string | undefined,
  value: string,
): RowCheck[] {
  if (target === undefined) return [];
  const { rows } = present(tables, target);
  const found = `select 1 from ${rows} as "migration__target" where "migration__target"."id" = "migration__source"."migration__value"`;
  const source = present(tables, table);
  const list = [...source.key.map(quote), `${value} as "migration__value"`].join(', ');
  return [
    {
      table,
      key: source.key,
      rows: `(select * from (select ${list} from ${source.rows} as ${quote(table)}) as "migration__source" where "migration__value" is not null and not exists (${found}))`,
      condition: '1 = 1',
      about: `would refer by ${column} to a row of ${target} that is not there`,
    },
  ];
}

function duplicates(
  { rows, key }: ProjectedTable,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): RowCheck {
  const names = columns.map(quote);
  const all = names.map((name) => `${name} is not null`).join(' and ');
  const selected = [
    ...key.map(quote),
    `count(*) over (partition by ${names.join(', ')}) as "migration__rows"`,
  ];
  return {
    table,
    key,
    rows: `(select ${selected.join(', ')} from ${rows} as ${quote(table)} where ${all})`,
    condition: '"migration__rows" > 1',
    about: `share their ${columns.join(', ')} with another row, which has to be unique from now on`,
  };
}
