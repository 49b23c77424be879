import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { command } from '../generators/support/command.ts';
import { startEvolved, success, type EvolvedService } from '../support/evolved-service.ts';
import {
  expectSuccess,
  expectTypes,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const text = `service:
  name: address-book
resources:
  person:
    fields:
      name: { type: string, required: true }
      mail: { type: email }
endpoints:
  person:
    filter: [name]
authentication:
  mechanisms: [none]
versioning:
  versions:
    1: {}
`;

/** A service with three released versions, of which the older ones get what the newest has. */
describe('older versions get optional fields and parameters of lists, by commands alone', () => {
  const directory = join(temporaryDirectory(), 'address-book');
  const version = (...args: readonly string[]) =>
    expectSuccess(command(directory, ['version', ...args, '--yes']));
  const regenerate = () => expectSuccess(command(directory, ['--yes', '--skip-install']));
  const contract = (path: string) => readFileSync(join(directory, 'contracts', path), 'utf8');
  const specification = () => readFileSync(join(directory, 'service.yaml'), 'utf8');
  /** The frozen files as they were before, by path. */
  const before3 = new Map<string, string>();

  function edit(from: string, to: string): void {
    const before = specification();
    assert.ok(before.includes(from), before);
    writeFileSync(join(directory, 'service.yaml'), before.replace(from, to));
  }

  before(async () => {
    await generate(text, directory);
    install(directory);
    version('release', '--next', '2', '--on', '2024-01-01');
    edit('name: { type: string,', 'fullName: { renamedFrom: name, type: string,');
    edit('filter: [name]', 'filter: [fullName]');
    version('draft');
    regenerate();
    rmSync(join(directory, 'node_modules'));
    install(directory);
    version('release', '--next', '3', '--on', '2025-02-01');
    edit(' renamedFrom: name,', '');
    edit('mail: {', 'email: { renamedFrom: mail,');
    // Only the newest has it, and its step says so.
    edit('    fields:\n', '    fields:\n      alias: { type: string, maxLength: 20 }\n');
    version('draft');
    regenerate();
    version('release', '--on', '2026-03-01');
    edit(' renamedFrom: mail,', '');
    regenerate();
    for (const path of [
      '1-to-2.yaml',
      '2-to-3.yaml',
      'v2/2.0.0/specification.json',
      'v3/3.0.0/openapi.json',
    ]) {
      before3.set(path, contract(path));
    }
    assert.match(contract('2-to-3.yaml'), /add: \{ field: alias \}/);
    edit(
      '      alias:',
      '      nickname: { type: string, maxLength: 30, default: none }\n      alias:',
    );
    edit(
      'filter: [fullName]',
      'filter: [fullName, nickname, email]\n    sort: [fullName, createdAt, updatedAt]',
    );
  });
  after(() => rmSync(join(directory, '..'), { recursive: true }));

  test('what cannot pass unchanged is refused by its reason', () => {
    const refused = (...args: readonly string[]) => {
      const { status, stderr } = command(directory, ['version', ...args, '--yes']);
      assert.equal(status, 2, stderr);
      return stderr;
    };
    assert.match(refused('extend', '9', '--with', 'person.alias'), /There is no version 9\./);
    assert.match(refused('extend', '3', '--with', 'person.alias'), /It is the newest version/);
    assert.match(refused('extend', '2', '--with', 'person.nick'), /no field "nick" of "person"/);
    assert.match(
      refused('extend', '2', '--with', 'person.email'),
      /makes "email" of other fields \(rename\)/,
    );
    assert.match(
      refused('extend', '2', '--filter', 'person.email'),
      /Version 2 has no field "email" of "person"/,
    );
    assert.match(
      refused('extend', '2', '--sort', 'person.mail'),
      /Clients of version 3, which comes after it, cannot sort "person" by "email"; write it into endpoints\.person\.sort first/,
    );
    assert.match(
      refused('extend', '2', '--filter', 'person.fullName'),
      /Clients of version 2 can filter "person" by "fullName" already/,
    );
    const { status, stderr } = command(directory, ['version', 'extend', '2', '--yes']);
    assert.equal(status, 1);
    assert.match(stderr, /Write --with RESOURCE\.FIELD, or --filter or --sort/);
  });

  test('the file lists it, and the service that is generated then is proved', () => {
    version(
      'extend',
      '2',
      '--with',
      'person.nickname',
      '--with',
      'person.alias',
      '--filter',
      'person.nickname',
      '--filter',
      'person.mail',
      '--on',
      '2026-04-01',
    );
    assert.match(specification(), /additions: \[person\.nickname, person\.alias\]/);
    assert.match(specification(), /addedFilters: \[person\.nickname, person\.mail\]/);
    const said = version('extend', '1', '--sort', 'person.name', '--on', '2026-04-01');
    assert.match(said, /Version 1 gets the sort person\.name\./);
    assert.match(said, /Version 2 gets the sort person\.fullName\./);
    regenerate();
    expectTypes(directory);
    const shown = expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
        TEST_DATABASE_URL: 'none',
      }),
    );
    assert.match(shown, /person: nickname, which the next minor release adds, can be sent/);
    assert.match(shown, /person: .*filter.*/);
    expectSuccess(command(directory, ['check']));
  });

  test('a client of version 2 sends and reads it; one of version 1 neither sees nor loses it', async () => {
    const service: EvolvedService = await startEvolved(directory, '2026-04-01T00:00:00Z');
    try {
      const { request } = service;
      const sent = { fullName: 'Ada Lovelace', nickname: 'Ada', alias: 'A.' };
      const { body: made } = await success(request('POST', '/v2/people', { body: sent }));
      assert.deepEqual([made['nickname'], made['alias']], ['Ada', 'A.']);
      const path = `/people/${String(made['id'])}`;
      await success(request('PATCH', `/v2${path}`, { body: { nickname: 'Lady' } }));

      const { body: first } = await success(request('GET', `/v1${path}`));
      assert.ok(!('nickname' in first) && !('alias' in first), JSON.stringify(first));
      await success(request('PUT', `/v1${path}`, { body: { ...first, name: 'Ada Byron' } }));
      const refused = await request('PATCH', `/v1${path}`, { body: { nickname: 'X' } });
      assert.equal(refused.status, 400, refused.text);

      const names = async (query: string) => {
        const { body } = await success(request('GET', query));
        return (body['items'] as Record<string, unknown>[]).map((each) => each['nickname']);
      };
      const other = { fullName: 'Babbage', mail: 'babbage@example.com', nickname: 'Charles' };
      await success(request('POST', '/v2/people', { body: other }));
      assert.deepEqual(await names('/v2/people?nickname=Lady'), ['Lady']);
      assert.deepEqual(await names('/v2/people?mail=babbage%40example.com'), ['Charles']);
      assert.deepEqual(await names('/v2/people?sort=fullName,desc'), ['Charles', 'Lady']);
      await success(request('GET', '/v1/people?sort=name'));
      const unknown = await request('GET', '/v1/people?mail=babbage%40example.com');
      assert.equal(unknown.status, 400, unknown.text);

      for (const label of ['2', '3']) {
        const { body } = await success(request('GET', `/v${label}${path}`));
        const { fullName, nickname, alias } = body;
        assert.deepEqual([fullName, nickname, alias], ['Ada Byron', 'Lady', 'A.'], label);
      }
      const { body: silent } = await success(
        request('POST', '/v1/people', { body: { name: 'Grace Hopper' } }),
      );
      const { body: seen } = await success(request('GET', `/v2/people/${String(silent['id'])}`));
      assert.equal(seen['nickname'], 'none');
      const tooLong = await request('POST', '/v2/people', {
        body: { fullName: 'Ada', nickname: 'x'.repeat(31) },
      });
      assert.equal(tooLong.status, 400, tooLong.text);
      for (const [label, isThere] of [
        ['1', false],
        ['2', true],
        ['3', true],
      ] as const) {
        const { text: document } = await request('GET', `/openapi/v${label}.json`);
        assert.equal(document.includes('"nickname"'), isThere, label);
      }
    } finally {
      await service.stop();
    }
  });

  test('its minor release freezes it, and no contract or step that was frozen changes', () => {
    assert.match(version('release', '2', '--on', '2026-04-02'), /frozen as 2\.1\.0/);
    assert.doesNotMatch(specification(), /additions/);
    for (const [path, was] of before3) assert.equal(contract(path), was, path);
    const { info } = JSON.parse(contract('v2/2.1.0/openapi.json')) as { info: { version: string } };
    assert.equal(info.version, '2.1.0');
    const frozen = JSON.parse(contract('v2/2.1.0/specification.json')) as {
      resources: { person: { fields: object } };
    };
    assert.deepEqual(Object.keys(frozen.resources.person.fields), [
      'fullName',
      'mail',
      'nickname',
      'alias',
    ]);
    const recorded = contract('v2/2.1.0/recordings.json');
    for (const name of [
      'a change of nickname',
      'those of one nickname',
      'those of one mail',
      'sorted by fullName',
    ]) {
      assert.ok(recorded.includes(`"${name}"`), name);
    }
    regenerate();
    assert.match(version('release', '1', '--on', '2026-04-02'), /frozen as 1\.1\.0/);
    assert.doesNotMatch(specification(), /added(Filters|Sorts)/);
    assert.match(contract('v1/1.1.0/recordings.json'), /"sorted by name, the last first"/);
  });

  test('the service generated from the frozen release is proved again, and so is the next one of the newest', () => {
    regenerate();
    assert.match(
      readFileSync(join(directory, 'docs/changelog.md'), 'utf8'),
      /## Version 2\.1\.0\n/,
    );
    assert.match(version('release', '--on', '2026-04-03'), /frozen as 3\.1\.0/);
    regenerate();
    expectTypes(directory);
    expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
        TEST_DATABASE_URL: 'none',
      }),
    );
    expectSuccess(command(directory, ['check']));
  });

  test('the document of each version says which release it is', () => {
    // In a process of its own: this one has loaded the service as it was before.
    const script = `
      import { startService } from './test/runtime/support/service.ts';
      const service = await startService();
      service.now = new Date('2026-04-04T00:00:00Z');
      for (const label of ['1', '2', '3']) {
        const { body } = await service.request('GET', \`/openapi/v\${label}.json\`);
        console.log('version', body.info.version);
      }
      await service.stop();`;
    const shown = expectSuccess(
      run(directory, 'node', ['--input-type=module', '-e', script], { TEST_DATABASE_URL: 'none' }),
    );
    const numbers = [...shown.matchAll(/^version (.+)$/gm)].map(([, number]) => number);
    assert.deepEqual(numbers, ['1.1.0', '2.1.0', '3.1.0']);
  });
});
