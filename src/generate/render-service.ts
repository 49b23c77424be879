import type { Answers, Question } from '../evolution/asking.ts';
import { noContracts, type Contracts } from '../evolution/index.ts';
import type { KnownChanges } from '../migrations/compare/known-changes.ts';
import type { WrongName } from '../migrations/compare/match-tables.ts';
import { firstTables, planMigration, type PlannedMigration } from '../migrations/plan-migration.ts';
import { buildModel } from '../model/build.ts';
import type { OutputFile } from '../plan/index.ts';
import { render, type RenderOptions } from '../rendering/render.ts';
import type { Reading } from '../specification/index.ts';
import { atKey, atValue, type Issue } from '../specification/issue.ts';
import { harmless } from '../specification/shown.ts';
import type { StoredMigrations } from '../stored-migrations.ts';
import { composeAll } from './compose.ts';
import type { Refused } from './types.ts';

type Rendered =
  | {
      readonly ok: true;
      readonly files: readonly OutputFile[];
      readonly tables: string;
      /** Every question about rows that are there. */
      readonly asked: readonly Question[];
      readonly migration?: PlannedMigration;
    }
  | Refused;

interface Renderer extends RenderOptions {
  readonly isLenient: boolean;
  readonly known: KnownChanges;
  readonly answers: Answers;
  readonly stored: StoredMigrations | undefined;
}

/** Where something fails by what is frozen and not without it, that is said: the files are anybody's to edit. */
export async function renderedWith(
  contracts: Contracts,
  read: Extract<Reading, { ok: true }>,
  { isLenient, known, answers, stored, ...options }: Renderer,
): Promise<Rendered> {
  const renderWith = async (each: Contracts, others: Partial<RenderOptions>): Promise<Rendered> => {
    const composed = composeAll(read, each, isLenient);
    if (!composed.ok) return composed;
    const model = buildModel(
      composed.specification,
      composed.older,
      composed.flags,
      composed.minorReleases,
      composed.releases,
    );
    if (stored === undefined) {
      const files = await render(model, { ...options, ...others });
      return { ok: true, files, tables: firstTables(model), asked: [] };
    }
    const { snapshot, number, kept } = stored;
    const migration = planMigration(snapshot, model, { known, answers, number });
    if (!migration.ok) {
      const { questions, asked, wrong } = migration;
      return { ok: false, mistakes: read.placed(wrong.map(wrongName)), questions, asked };
    }
    const { tables, asked, next } = migration;
    const history = {
      kept,
      ...(next && { next: { path: next.planned.path, text: next.text } }),
      ...(snapshot.formerInitial && { formerInitial: snapshot.formerInitial }),
    };
    const files = await render(model, { ...options, ...others, history });
    return { ok: true, files, tables, asked, ...(next && { migration: next.planned }) };
  };
  try {
    return await renderWith(contracts, {});
  } catch (error) {
    const { overlays = [] } = options;
    if (overlays.length > 0 && process.env['DEBUG'] === undefined) {
      await renderWith(contracts, { overlays: [], isFormatted: false });
      return { ok: false, mistakes: read.placed([unrenderedIssue(error)]) };
    }
    if (contracts.releases.length === 0 || process.env['DEBUG'] !== undefined) throw error;
    await renderWith(noContracts, { isFormatted: false });
    const why = error instanceof Error ? error.message : String(error);
    const message =
      `the service cannot be made from what is frozen of its older versions (${why}); restore the files (git restore contracts), ` +
      'or, if they are as they were frozen, run again with DEBUG=1 and report it with what that shows';
    const place = { file: 'contracts', line: 1, column: 1, path: [] };
    return { ok: false, mistakes: [{ ...place, code: 'no-frozen-specification', message }] };
  }
}

/** A template of a kit that fits the shape of its view can still make a text that is no program, or show what has no text. */
function unrenderedIssue(error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error);
  const message = `the service cannot be made with the templates of its kits (${why}); mend the kit, or take a version of it that fits`;
  return atValue(['service', 'kits'], { code: 'kit-template', message: harmless(message) });
}

function wrongName({ place, message }: WrongName): Issue {
  const hint = 'leave the key out where nothing was renamed';
  return atKey(place.split('.'), { code: 'former-name', message: `${message}; ${hint}` });
}
