import type { ServiceModel } from '../model/model.ts';
import { compareTables } from './compare/compare.ts';
import type { Answers, Question } from '../evolution/asking.ts';
import type { KnownChanges } from './compare/known-changes.ts';
import type { WrongName } from './compare/match-tables.ts';
import { describeStep, lossesOf, rewrittenTables } from './describe.ts';
import { migrationPath } from './file-name.ts';
import { migrationText } from './print.ts';
import { formatSnapshot, type Snapshot } from './snapshot.ts';
import { tablesOf } from './tables.ts';

/** A migration that a generation adds, for people. */
export interface PlannedMigration {
  /** `src/storage/migrations/0002-add-loans-due-on.ts` */
  readonly path: string;
  /** What each step does, in plain words. */
  readonly steps: readonly string[];
  /** Tables, and columns as `table.column`, whose values are lost where there are any. */
  readonly losses: readonly string[];
  /** Tables of which rows that are there get other values. */
  readonly rewrites: readonly string[];
}

export type MigrationPlanning =
  | {
      readonly ok: true;
      /** Text of the snapshot. */
      readonly tables: string;
      /** Every question that had an answer. */
      readonly asked: readonly Question[];
      readonly next?: { readonly text: string; readonly planned: PlannedMigration };
    }
  | {
      readonly ok: false;
      readonly questions: readonly Question[];
      /** The same with those that have an answer. */
      readonly asked: readonly Question[];
      readonly wrong: readonly WrongName[];
    };

/** The tables of a service that is new: its first migration makes them. */
export function firstTables(model: ServiceModel): string {
  return formatSnapshot(tablesOf(model), 1, {});
}

/**
 * What a service needs whose tables were made from another specification.
 *
 * @param number of the migration, if there is one
 */
export function planMigration(
  former: Snapshot,
  model: ServiceModel,
  {
    known,
    answers,
    number,
  }: {
    readonly known: KnownChanges;
    readonly answers: Answers;
    readonly number: number;
  },
): MigrationPlanning {
  const { steps, questions, asked, tables, wrong } = compareTables(
    former.tables,
    model,
    known,
    answers,
  );
  if (questions.length > 0 || wrong.length > 0) return { ok: false, questions, asked, wrong };
  const { formerInitial } = former;
  const text = formatSnapshot(tables, number, {
    former,
    ...(formerInitial === undefined ? {} : { formerInitial }),
  });
  if (steps.length === 0) return { ok: true, tables: text, asked };
  const path = migrationPath(number, steps);
  const described = steps.map(describeStep);
  return {
    ok: true,
    tables: text,
    asked,
    next: {
      text: migrationText(steps, 'Made of what changed in service.yaml.'),
      planned: {
        path,
        steps: described,
        losses: lossesOf(steps),
        rewrites: rewrittenTables(steps),
      },
    },
  };
}
