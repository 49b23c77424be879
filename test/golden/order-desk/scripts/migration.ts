// Begins a migration of your own: npm run migration:new NAME
import { readdirSync, writeFileSync } from 'node:fs';
import { helpOrGoOn } from './help.ts';

const usage = `Usage:
  npm run migration:new NAME

Begins a migration of your own, the next one in src/storage/migrations: NAME is a few words, such as add-remarks.
`;

helpOrGoOn(usage, { takes: 'arguments' });

const folder = new URL('../src/storage/migrations/', import.meta.url);
const words = process.argv
  .slice(2)
  .join('-')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '-')
  .replace(/^-|-$/g, '');

if (words === '') {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  const numbers = readdirSync(folder).map((file) => Number(/^(\d{4})-/.exec(file)?.[1] ?? 0));
  const file = `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}-${words}.ts`;
  // Nothing that is there is written over.
  writeFileSync(new URL(file, folder), textOf(), { flag: 'wx' });
  process.stdout.write(
    `Write its steps into src/storage/migrations/${file}; npm run migrate -- --plan shows what they do.\n`,
  );
}

function textOf(): string {
  return `import { run, type Migration } from '../../runtime/storage/migrations/index.ts';

/** Say here what it is for. */
export const migration: Migration = {
  steps: [
    // Steps such as addColumn, createIndex, createTable, replaceValues come from the same module.
    run('Say here what it does', async (_database) => {
      // Kysely on a transaction: what fails here leaves nothing behind.
    }),
  ],
};
`;
}
