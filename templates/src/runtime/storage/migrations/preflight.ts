import type { EngineName } from '../engine.ts';
import { quote } from './data-types.ts';
import { allowedText, describe } from './describe.ts';
import type { Pending } from './history.ts';
import type { Migration, Step } from './migration.ts';
import { present, project, type Projection } from './projection.ts';
import { MigrationRefusal } from './refusal.ts';
import { lossesOf, obstaclesOf, writtenRowsOf, type RowCheck } from './row-checks.ts';
import { query, type Session } from './session.ts';
import { isAboutUnknown, nothingUnknown, unknownBehind } from './unknown-values.ts';
import { brokenRows } from './value-check.ts';

/** A pending migration with its steps, of which the first `stepsDone` are done. */
export interface Loaded extends Pending, Migration {}

interface Loss {
  /** What `--accept-loss` names: a table, or a column as `table.column`. */
  readonly name: string;
  readonly rows: number;
  readonly about: string;
}

/** What a step will do to the rows that are there. */
export interface StepReport {
  readonly migration: string;
  readonly description: string;
  /** How many rows it writes, in words. */
  readonly written?: string;
  readonly obstacles: readonly string[];
  readonly losses: readonly Loss[];
  /** Rows that stay although requests could not write them any more. */
  readonly legacies: readonly string[];
  /** What it meets depends on values that the work before it makes. */
  readonly isUnknown?: true;
}

/**
 * Asks the rows about every step, as they will be before that step, and changes nothing. The work of a `run` is not
 * known: what comes after it is asked when it is done, unless the step says what it writes, and others have nothing to do with that.
 *
 * @returns reports of the steps up to the first one that may write anything, and the number of migrations up to the first work
 */
export async function inspect(
  engine: EngineName,
  session: Session,
  initial: Projection,
  pending: readonly Loaded[],
): Promise<{ readonly reports: readonly StepReport[]; readonly ready: number }> {
  const reports: StepReport[] = [];
  const isBegun = pending.some(({ stepsDone }) => stepsDone > 0);
  let tables = initial;
  let unknown = nothingUnknown;
  let ready: number | undefined;
  for (const [position, { name, steps, stepsDone }] of pending.entries()) {
    for (const [index, step] of [...steps.entries()].slice(stepsDone)) {
      const place = `${name}, step ${String(index + 1)}`;
      const begun = index === stepsDone && stepsDone > 0;
      try {
        const before = begun ? undone(tables, step) : tables;
        const inspected = { migration: name, step, earlier: steps.slice(0, index) };
        reports.push(
          isAboutUnknown(unknown, step)
            ? unknownReport(inspected)
            : await inspectStep(engine, session, before, inspected),
        );
        unknown = unknownBehind(unknown, step);
        tables = project(engine, before, step);
        await probe(session, tables, step);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const message = `The migration ${place} (${describe(step)}) cannot be carried out: ${error.message}. Nothing ${isBegun ? 'more ' : ''}was changed.`;
        throw new MigrationRefusal(message, { cause: error });
      }
      if (step.kind !== 'run') continue;
      ready ??= position + 1;
      if (step.writes === undefined) return { reports, ready };
    }
  }
  return { reports, ready: ready ?? pending.length };
}

interface Inspected {
  readonly migration: string;
  readonly step: Step;
  /** Those before it in the same migration. */
  readonly earlier: readonly Step[];
}

function unknownReport({ migration, step }: Inspected): StepReport {
  return {
    migration,
    description: describe(step),
    obstacles: [],
    losses: [],
    legacies: [],
    isUnknown: true,
  };
}

/** A column that was added and is not filled yet counts as not there. */
function undone(tables: Projection, step: Step): Projection {
  if (step.kind !== 'add-column') return tables;
  const table = tables.get(step.table);
  if (table === undefined) return tables;
  const columns = table.columns.filter((column) => column !== step.column);
  return new Map(tables).set(step.table, { ...table, columns });
}

async function inspectStep(
  engine: EngineName,
  session: Session,
  tables: Projection,
  { migration, step, earlier }: Inspected,
): Promise<StepReport> {
  // A table or column that is not there is found before it is asked for.
  project(engine, tables, step);
  const obstacles: string[] = [];
  for (const check of obstaclesOf(engine, tables, step)) {
    const rows = await count(session, check);
    if (rows === 0) continue;
    const keys = await sampleKeys(session, check);
    obstacles.push(`${counted(rows, check)} (${keys})`);
  }
  const broken =
    step.kind === 'check-values' ? await brokenText(engine, session, tables, step) : undefined;
  const mustHold = step.kind === 'check-values' && step.mustHold === true;
  if (broken !== undefined && mustHold) obstacles.push(broken);
  const losses: Loss[] = [];
  for (const { name, ...check } of lossesOf(engine, tables, step, earlier)) {
    const rows = await count(session, check);
    if (rows > 0) losses.push({ name, rows, about: counted(rows, check) });
  }
  const written = writtenRowsOf(tables, step);
  const rows = written === undefined ? 0 : await count(session, written);
  return {
    migration,
    description: describe(step),
    ...(written && rows > 0 && { written: counted(rows, written) }),
    obstacles,
    losses,
    legacies: broken === undefined || mustHold ? [] : [broken],
  };
}

/** Undefined: all values are allowed. */
async function brokenText(
  engine: EngineName,
  session: Session,
  tables: Projection,
  step: Extract<Step, { kind: 'check-values' }>,
): Promise<string | undefined> {
  const { table, column, allows } = step;
  const { rows, samples } = await brokenRows(engine, session, tables, {
    step,
    samples: sampleCount,
  });
  if (rows === 0) return undefined;
  const about = `have a value in ${column} that is not allowed any more: ${allowedText(allows)}`;
  return `${counted(rows, { table, about })} (${keysText(present(tables, table).key, samples)})`;
}

/** Lets the engine read the SQL of a step, and the names in it. */
async function probe(session: Session, tables: Projection, step: Step): Promise<void> {
  const name = 'table' in step ? step.table : undefined;
  const table = name === undefined ? undefined : tables.get(name);
  if (name === undefined || table === undefined || table.columns.length === 0) return;
  await query(session, `select * from ${table.rows} as ${quote(name)} where 1 = 0`);
}

async function count(session: Session, { table, rows, condition }: RowCheck): Promise<number> {
  const [row] = await query<{ n: number }>(
    session,
    `select count(*) as n from ${rows} as ${quote(table)} where ${condition}`,
  );
  return Number(row?.n ?? 0);
}

const sampleCount = 3;

/** The keys of the first of them. */
async function sampleKeys(session: Session, check: RowCheck): Promise<string> {
  const { table, rows, key, condition } = check;
  const names = key.map(quote);
  const shown = names.map((name) => `cast(${name} as text)`).join(` || ', ' || `);
  const found = await query<{ sample: string }>(
    session,
    `select ${shown} as sample from ${rows} as ${quote(table)} where ${condition} order by ${names.join(', ')} limit ${String(sampleCount)}`,
  );
  return keysText(
    key,
    found.map(({ sample }) => sample),
  );
}

function keysText(key: readonly string[], samples: readonly string[]): string {
  return `${key.join(', ')}: ${samples.join('; ')}${samples.length === sampleCount ? '; …' : ''}`;
}

const singular: Readonly<Record<string, string>> = { have: 'has', get: 'gets', are: 'is' };

/** "1 row of loans has no value". */
function counted(rows: number, { table, about }: Pick<RowCheck, 'table' | 'about'>): string {
  if (rows !== 1) return `${String(rows)} rows of ${table} ${about}`;
  const verb = about.replace(/^\w+/, (word) => singular[word] ?? word);
  return `1 row of ${table} ${verb.replace(/^(would lose (a part of )?)their\b/, '$1its')}`;
}
