import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { load, startEvolved, type EvolvedService } from '../support/evolved-service.ts';
import { evolve } from '../support/evolving.ts';
import { expectTypes, repository, temporaryDirectory } from '../support/generated.ts';

const fixture = join(repository, 'test', 'fixtures', 'deciding');

describe('hooks of a step', () => {
  const directory = join(temporaryDirectory(), 'tools');
  let service: EvolvedService;
  let calls: string[];

  before(async () => {
    await evolve(directory, { directory: fixture, labels: ['1', '2'] });
    const written = readFileSync(join(fixture, '1-to-2.hooks.ts'), 'utf8');
    const folder = join(directory, 'src', 'versioning');
    const path = join(folder, '1-to-2.hooks.ts');
    writeFileSync(path, written);
    expectTypes(directory);
    // The same hooks, counted.
    writeFileSync(join(folder, 'written.ts'), written);
    const names = [...written.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
    writeFileSync(
      path,
      [
        "import * as written from './written.ts';",
        'export const calls = [];',
        'const counted = (name) => Object.fromEntries(',
        '  Object.entries(written[name]).map(([direction, hook]) => [',
        '    direction,',
        '    (given) => { calls.push(`${name}.${direction}`); return hook(given); },',
        '  ]),',
        ');',
        ...names.map((name) => `export const ${name} = counted('${name}');`),
      ].join('\n'),
    );
    service = await startEvolved(directory, '2025-06-01T00:00:00Z');
    ({ calls } = await load<{ calls: string[] }>(directory, 'src/versioning/1-to-2.hooks.ts'));
  });
  after(async () => {
    await service.stop();
    rmSync(dirname(directory), { recursive: true });
  });

  /** How often each hook is called while a request is answered. */
  async function counted(method: string, path: string, body?: object) {
    calls.length = 0;
    const answer = await service.request(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'if-match': '*' },
    });
    assert.ok(answer.status < 300, answer.text);
    const counts = new Map<string, number>();
    for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
    const of = (direction: string) =>
      [...counts].flatMap(([name, count]) => (name.endsWith(`.${direction}`) ? [count] : []));
    return { answer, up: of('up'), down: of('down') };
  }

  const tool = {
    label: 'acme saw',
    length: 12,
    isSharp: true,
    width: 3,
    height: 4,
    origin: 'from acme',
    shelf: 2,
  };

  test('are called once for what is sent, for what is stored and for what is answered', async () => {
    const made = await counted('POST', '/v1/tools', tool);
    assert.deepEqual(made.up, [1, 1, 1, 1]);
    assert.deepEqual(made.down, [1, 1, 1, 1]);
    const path = `/v1/tools/${String(made.answer.body['id'])}`;
    assert.deepEqual((await counted('GET', path)).down, [1, 1, 1, 1]);
    const others = { ...tool, label: 'best axe', length: 13, width: 4 };
    for (const [method, body] of [
      ['PUT', others],
      ['PATCH', { label: 'good axe', length: 14, height: 6 }],
    ] as const) {
      const { up, down } = await counted(method, path, body);
      assert.deepEqual(up, [1, 1, 1], method);
      // What was stored before is compared with what is sent, and what is stored then is answered.
      assert.deepEqual(down, [2, 2, 2, 2], method);
    }
  });
});
