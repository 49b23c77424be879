import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSuccess, run } from '../../test/support/generated.ts';
import type { BuiltService } from './built-service.ts';
import { readContract } from './contract.ts';
import type { Example } from './example.ts';
import { request } from './request.ts';
import { startServer } from './server-process.ts';

/** A database with rows in it, and a key to read them with. */
export interface Seeded {
  /** Path of a copy of its own; it overwrites the one before of that name. */
  copy(name: string): string;
  readonly key: string;
}

/** Requests that are on their way at once. */
const together = 20;

/** Fills a database through the service itself, unless that was done before. */
export async function seed(service: BuiltService, example: Example, rows: number): Promise<Seeded> {
  // Below what is built, so that it goes with it.
  const directory = join(service.directory, 'dist', `rows-${String(rows)}`);
  const database = join(directory, 'seeded.db');
  const keyFile = join(directory, 'key');
  if (!existsSync(keyFile)) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    const key = await fill(service, example, database, rows);
    writeFileSync(keyFile, key);
  }
  return {
    key: readFileSync(keyFile, 'utf8'),
    copy(name) {
      const copy = join(directory, `${name}.db`);
      for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
      copyFileSync(database, copy);
      return copy;
    },
  };
}

async function fill(
  { directory, main }: BuiltService,
  example: Example,
  database: string,
  rows: number,
): Promise<string> {
  const environment = { DATABASE_URL: `sqlite:${database}`, LOG_LEVEL: 'silent', PORT: '0' };
  const script = (name: string, ...args: string[]) =>
    expectSuccess(
      run(directory, process.execPath, [join('dist', 'scripts', name), ...args], environment),
    );
  script('seed.js');
  const key = script('key.js', 'make', 'bench', ...example.everything).split('\n')[0] ?? '';
  const server = await startServer({ args: [main], cwd: directory, core: undefined, environment });
  try {
    const first = 100;
    const { create } = await readContract(server.address, example, { key, first });
    for (let made = 0; made < rows; made += together) {
      const batch = Array.from({ length: Math.min(together, rows - made) }, create);
      await Promise.all(batch.map((exchange) => request(server.address, exchange)));
    }
  } finally {
    await server.stop();
  }
  return key;
}
