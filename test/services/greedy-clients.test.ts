import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, temporaryDirectory } from '../support/generated.ts';

const specification = `
service: { name: greedy }
resources:
  thing:
    fields:
      label: { type: string, required: true }
      one: { type: integer, required: true }
      other: { type: integer, required: true }
endpoints:
  thing: { filter: [one, other], sort: [label], pagination: { total: true } }
authentication: { mechanisms: [none] }
limits: { concurrency: 20, default: { requests: 1000000, per: 60s } }
`;
const concurrency = 20;
const rows = 100_000;

describe('a client that wants much, within its quota', () => {
  const directory = join(temporaryDirectory(), 'greedy');
  const database = join(directory, 'greedy.db');
  let service: RunningService;

  before(async () => {
    await generate(specification, directory);
    install(directory);
    service = await startService(directory, undefined, { DATABASE_URL: `sqlite:${database}` });
  });
  after(async () => {
    await service.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  /** Of an answer that is not compressed, which others could be answered before. */
  const statusOf = async (path: string) =>
    (await fetch(service.address + path, { headers: { 'accept-encoding': 'identity' } })).status;

  test('takes no place with bodies that do not come', async () => {
    const { hostname, port } = new URL(service.address);
    const head = [
      'POST /v1/things HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
      '\r\n',
    ].join('\r\n');
    const senders = Array.from({ length: 3 * concurrency }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(`${head}{`);
      return { socket, answer: textOf(socket) };
    });
    try {
      // By then they have all come; those that took a place would have taken all of them.
      for (let round = 0; round < 50; round += 1) {
        assert.equal(await statusOf('/v1/things'), 200, String(round));
      }
      for (const { socket } of senders) socket.write('}');
      const answers = await Promise.all(senders.map(({ answer }) => answer));
      for (const answer of answers) assert.match(answer, /^HTTP\/1.1 400 /);
    } finally {
      for (const { socket } of senders) socket.destroy();
    }
  });

  test('keeps nobody waiting with a list that reads all rows of a large table', async () => {
    const handle = new DatabaseSync(database);
    handle.exec(`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${String(rows)})
      insert into things (id, label, one, other, created_at, updated_at, revision)
      select printf('00000000-0000-7000-8000-%012d', n), printf('%d', n * 7919 % ${String(rows)}), n, n,
        '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1
      from numbers`);
    handle.close();
    const answered: string[] = [];
    const note = async (name: string, answer: Promise<number>) => {
      assert.equal(await answer, 200, name);
      answered.push(name);
    };
    const query = 'one[gte]=0&other[gte]=0&sort=label,desc&page=3000';
    const list = note('list', statusOf(`/v1/things?${query}`));
    // It has come by then, and takes many times as long.
    await delay(20);
    await Promise.all([
      list,
      note('health', statusOf('/health')),
      note('one', statusOf('/versions')),
    ]);
    assert.equal(answered.at(-1), 'list');
  });
});
