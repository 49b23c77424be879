// Migrates a database, and prints, as JSON, what clients of an older version are not shown any more as it was: node compare.ts SERVICE DATABASE_URL JOURNAL LOSS…
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import type * as Databases from '../../../../templates/src/runtime/storage/database.ts';
import type * as Migrations from '../../../../templates/src/runtime/storage/migrations/index.ts';
import type { readAgain } from '../../../../templates/test/runtime/support/carried-rows.ts';
import type { DeclaredLosses } from '../../../../templates/test/runtime/support/declared-losses.ts';
import type { recordedBy } from '../../../../templates/test/runtime/support/recorder.ts';
import type { Placeholders } from '../../../../templates/test/runtime/support/recordings.ts';
import type { startService } from '../../../../templates/test/runtime/support/service.ts';
import type { Finding } from '../../finding.ts';
import type { Journal } from './journal.ts';

const [directory = '', url = '', file = '', ...acceptLoss] = process.argv.slice(2);
const of = async <T>(path: string) => (await import(join(resolve(directory), path))) as T;
const support = <T>(name: string) => of<T>(`test/runtime/support/${name}.ts`);

const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
const services = await support<{ startService: typeof startService }>('service');
const recordings = await support<{ Placeholders: typeof Placeholders }>('recordings');
const declaring = await support<{ DeclaredLosses: typeof DeclaredLosses }>('declared-losses');
const carrying = await support<{ readAgain: typeof readAgain }>('carried-rows');
const { lossesOf, recorders } = await of<{
  lossesOf(release: {
    readonly directory: string;
    readonly version: { readonly label: string };
  }): ConstructorParameters<typeof DeclaredLosses>[0];
  readonly recorders?: Readonly<Record<string, Parameters<typeof recordedBy>[1]>>;
}>('test/versioning/losses.ts');

if (!(await migrateRows())) {
  // Nothing was changed, so there is nothing to compare.
  process.stdout.write('[]');
  process.exit();
}
const started = await services.startService({
  name: 'one with rows',
  create: () => Promise.resolve({ url, remove: () => Promise.resolve() }),
});
const recorder = recorders?.[journal.label];
const service =
  recorder === undefined
    ? started
    : await (
        await support<{ recordedBy: typeof recordedBy }>('recorder')
      ).recordedBy(started, recorder);
const placeholders = new recordings.Placeholders(journal);
const { label } = journal;
const declared = lossesOf({ directory: `v${label}/${label}.0.0`, version: { label } });
const lost = new declaring.DeclaredLosses(declared, placeholders, { isCarried: true });
const findings: Finding[] = [];
const again = carrying.readAgain(service, journal.label, journal, placeholders, lost);
for await (const { name, path, expected, found } of again) {
  if (isDeepStrictEqual(found, expected)) continue;
  const detail = inspect({ expected, found }, { depth: 10 });
  findings.push({ stage: 'rows', title: `${name}: ${path}`, detail });
}
await started.stop();
process.stdout.write(JSON.stringify(findings));

/** @returns false where the migration names rows that a person has to change before */
async function migrateRows(): Promise<boolean> {
  const { openDatabase } = await of<typeof Databases>('src/runtime/storage/database.ts');
  const { migrate, MigrationRefusal } = await of<typeof Migrations>(
    'src/runtime/storage/migrations/index.ts',
  );
  const { migrations } = await of<{ migrations: Migrations.Migrations }>('test/contract.ts');
  const database = await openDatabase<object>(url);
  try {
    await migrate(database, migrations, { acceptLoss });
    return true;
  } catch (error) {
    if (error instanceof MigrationRefusal) return false;
    throw error;
  } finally {
    await database.close();
  }
}
