import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltService } from './built-service.ts';
import type { Example } from './example.ts';
import { seedThrough } from './filling.ts';

/** A database with rows in it, and a key to read them with. */
export interface Seeded {
  /** Path of a copy of its own; it overwrites the one before of that name. */
  copy(name: string): string;
  readonly key: string;
}

/** Fills a database through the service itself, unless that was done before. */
export async function seed(service: BuiltService, example: Example, rows: number): Promise<Seeded> {
  // Below what is built, so that it goes with it.
  const directory = join(service.directory, 'dist', `rows-${String(rows)}`);
  const database = join(directory, 'seeded.db');
  const keyFile = join(directory, 'key');
  if (!existsSync(keyFile)) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    const key = await seedThrough(service, example, `sqlite:${database}`, rows);
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
