import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { kitsFor } from './kits/index.ts';
import { buildModel } from './model/build.ts';
import { nextNumber } from './migrations/file-name.ts';
import { parseSnapshot, snapshotOf, snapshotPath, type Snapshot } from './migrations/snapshot.ts';
import { formerTablesOf } from './migrations/tables.ts';
import { readBase, readStoredText, type Lock } from './plan/index.ts';
import { readSpecification, type Mistake } from './specification/index.ts';

const folder = 'src/storage/migrations/';

/** Where services of older generators list their migrations. */
export const formerList = `${folder}index.ts`;

/** The migrations of a service as they lie on the disk, and the tables that they make. */
export interface StoredMigrations {
  readonly kept: readonly { readonly path: string; readonly text: string }[];
  readonly snapshot: Snapshot;
  /** Of the migration to come. */
  readonly number: number;
}

export type StoredReading =
  | { readonly ok: true; readonly stored: StoredMigrations | undefined }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/**
 * Reads what a generation adds to; undefined where the service is new.
 *
 * @param specificationPath of the service's own specification
 */
export async function readStoredMigrations(
  destination: string,
  lock: Lock | undefined,
  specificationPath: string,
): Promise<StoredReading> {
  const recorded = (lock?.files ?? [])
    .map(({ path }) => path)
    .filter((path) => path.startsWith(folder) && path !== formerList);
  if (recorded.length === 0) return { ok: true, stored: undefined };
  const snapshot = await readSnapshot(destination, specificationPath);
  if (!snapshot.ok) return snapshot;
  const names = await namesIn(join(destination, folder));
  const paths = [...new Set([...recorded, ...names.map((name) => `${folder}${name}`)])].sort();
  const kept = await Promise.all(
    paths.map(async (path) => ({ path, text: (await readStoredText(destination, path)) ?? '' })),
  );
  const number = nextNumber(paths.map((path) => path.slice(folder.length)));
  return { ok: true, stored: { kept, snapshot: snapshot.snapshot, number } };
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    const names = await readdir(directory);
    return names.filter((name) => /^[0-9]{4}-.*(?<!\.test|\.d)\.ts$/.test(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

type SnapshotResult =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

async function readSnapshot(
  destination: string,
  specificationPath: string,
): Promise<SnapshotResult> {
  const text = await readStoredText(destination, snapshotPath);
  if (text !== undefined) {
    const reading = parseSnapshot(text);
    if (reading.ok) return reading;
    return refused(
      reading.line,
      `${reading.problem}. The file says what the tables are, for the next migration: put it right, or restore it (git restore ${snapshotPath})`,
    );
  }
  const list = await readStoredText(destination, formerList);
  const base = await readBase(destination, specificationPath);
  const kits = base === undefined ? undefined : await kitsFor(base, destination, specificationPath);
  const read =
    base === undefined || kits?.ok !== true
      ? undefined
      : readSpecification(base, specificationPath, kits.kits);
  if (read?.ok !== true) {
    return refused(
      1,
      `the file is missing, and the last generation's ${specificationPath} cannot be read from .resource-service/bases either, so the present tables are unknown. Restore it (git restore .resource-service)`,
    );
  }
  const former = /'(0001-initial-[0-9a-f]+)'/.exec(list ?? '')?.[1];
  return { ok: true, snapshot: snapshotOf(formerTablesOf(buildModel(read.resolved)), former) };
}

function refused(line: number, message: string): SnapshotResult {
  const mistake = { file: snapshotPath, line, column: 1, path: [], code: 'tables', message };
  return { ok: false, mistakes: [mistake] };
}
