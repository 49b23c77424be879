import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** A database that is there for one test file. */
export interface TestDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

export interface TestEngine {
  readonly name: string;
  /** Why the tests cannot run on it. */
  readonly missing?: string;
  /** @param prepare makes the tables; without it the database is empty */
  create(prepare?: (url: string) => Promise<void>): Promise<TestDatabase>;
}

/** TEST_DATABASE_URL names a PostgreSQL server and makes it a must; `none` leaves it out. */
const configured = process.env['TEST_DATABASE_URL'];
const serverUrl = configured ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A file with all tables, by the function that made them: a copy of it is there sooner than the tables. */
const prepared = new Map<unknown, Promise<string>>();

const sqlite: TestEngine = {
  name: 'SQLite',
  async create(prepare) {
    const directory = await mkdtemp(join(tmpdir(), 'test-'));
    const path = join(directory, 'test.db');
    if (prepare !== undefined) {
      const known = prepared.get(prepare) ?? preparedFile(prepare);
      prepared.set(prepare, known);
      await copyFile(await known, path);
    }
    return { url: `sqlite:${path}`, remove: () => rm(directory, { recursive: true }) };
  },
};

async function preparedFile(prepare: (url: string) => Promise<void>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'test-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'prepared.db');
  await prepare(`sqlite:${path}`);
  return path;
}

/** Each test file works in a schema of its own, and removes it. No test stops the server: what is committed need not wait for its disk. */
const postgres: TestEngine = {
  name: 'PostgreSQL',
  async create(prepare) {
    const schema = `test_${randomBytes(8).toString('hex')}`;
    await onServer(`create schema ${schema}`);
    const url = new URL(serverUrl);
    url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
    await prepare?.(url.href);
    return { url: url.href, remove: () => onServer(`drop schema ${schema} cascade`) };
  },
};

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function whyMissing(): Promise<string | undefined> {
  if (configured === 'none') return 'TEST_DATABASE_URL is none';
  try {
    await onServer('select 1');
    return undefined;
  } catch (error) {
    if (configured !== undefined) throw error;
    return 'no PostgreSQL answers on this machine; TEST_DATABASE_URL can name one elsewhere';
  }
}

const missing = await whyMissing();

/** The engines that every test of stored data runs on. */
export const engines: readonly TestEngine[] = [
  sqlite,
  missing === undefined ? postgres : { ...postgres, missing },
];
