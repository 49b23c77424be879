// Migrates a database, and prints, as JSON, what clients of an older version are not shown any more as it was: node compare.ts SERVICE DATABASE_URL JOURNAL LOSS…
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import type * as Databases from '../../../../templates/src/runtime/storage/database.ts';
import type * as Migrations from '../../../../templates/src/runtime/storage/migrations/index.ts';
import type { DeclaredLosses } from '../../../../templates/test/runtime/support/declared-losses.ts';
import type { recordedBy } from '../../../../templates/test/runtime/support/recorder.ts';
import type {
  Exchange,
  Placeholders,
  repeat,
} from '../../../../templates/test/runtime/support/recordings.ts';
import type { startService } from '../../../../templates/test/runtime/support/service.ts';
import type { Finding } from '../../finding.ts';
import type { Journal } from './journal.ts';

const [directory = '', url = '', file = '', ...acceptLoss] = process.argv.slice(2);
const of = async <T>(path: string) => (await import(join(resolve(directory), path))) as T;

const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
const support = await of<{ startService: typeof startService }>('test/runtime/support/service.ts');
const recordings = await of<{ Placeholders: typeof Placeholders; repeat: typeof repeat }>(
  'test/runtime/support/recordings.ts',
);
const declaring = await of<{ DeclaredLosses: typeof DeclaredLosses }>(
  'test/runtime/support/declared-losses.ts',
);
const { losses, recorders } = await declared();

if (!(await migrateRows())) {
  // Nothing was changed, so there is nothing to compare.
  process.stdout.write('[]');
  process.exit();
}
const started = await support.startService({
  name: 'one with rows',
  create: () => Promise.resolve({ url, remove: () => Promise.resolve() }),
});
const recorder = recorders?.[journal.label];
const service =
  recorder === undefined
    ? started
    : await (
        await of<{ recordedBy: typeof recordedBy }>('test/runtime/support/recorder.ts')
      ).recordedBy(started, recorder);
service.now = new Date(journal.now);
const placeholders = new recordings.Placeholders();
for (const [method, args] of journal.named) {
  (placeholders[method] as (...args: readonly unknown[]) => unknown)(...args);
}
const lost = new declaring.DeclaredLosses(losses[journal.label] ?? [], placeholders);
const findings: Finding[] = [];
for (const exchange of journal.shown) {
  const request = lost.requestOf(exchange);
  if (request === undefined) continue;
  const given = await recordings.repeat(service, journal.label, request, placeholders);
  const { expected, found } = lost.compare(lasting(exchange), lasting({ answer: given }).answer);
  if (isDeepStrictEqual(found, expected)) continue;
  const detail = inspect({ expected, found }, { depth: 10 });
  findings.push({ stage: 'rows', title: `${exchange.name}: ${request.path}`, detail });
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

/** Without tags and places in lists: those of one release need not be those of the next, and the address of an issuer is in some. */
function lasting<Part extends Pick<Exchange, 'answer'>>(part: Part): Part {
  const { answer } = JSON.parse(
    JSON.stringify(part).replaceAll(/\{cursor-\d+\}/g, '{cursor}'),
  ) as Part;
  const { etag: _, ...headers } = answer.headers;
  return { ...part, answer: { ...answer, headers } };
}

interface Declared {
  readonly losses: Readonly<Record<string, ConstructorParameters<typeof DeclaredLosses>[0]>>;
  readonly recorders?: Readonly<Record<string, Parameters<typeof recordedBy>[1]>>;
}

/** What the service's own test says of its steps. */
async function declared(): Promise<Declared> {
  const text = readFileSync(join(directory, 'test/versioning/recordings.test.ts'), 'utf8');
  const constants = text
    .slice(text.indexOf('const losses'), text.indexOf('describe('))
    .replaceAll(/^const (\w+): [^=]+ =/gm, 'export const $1 =');
  const module = join('test', 'versioning', 'declared.ts');
  writeFileSync(join(directory, module), constants);
  return of<Declared>(module);
}
