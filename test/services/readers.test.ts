import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allowed, costs } from '../../bench/readers/measured.ts';
import {
  expectSuccess,
  generate,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

/** A machine on which others work as well counts some of their work. */
const room = 10;

/** Processor times are read from proc(5). */
const skip = process.platform !== 'linux' && 'this system tells no processor times';

describe('what somebody sends to keep a service busy', { skip }, () => {
  const directory = join(temporaryDirectory(), 'readers');
  const database = join(directory, 'readers.db');
  let key = '';

  before(async () => {
    const text = readFileSync(join(repository, 'bench', 'readers', 'service.yaml'), 'utf8');
    await generate(text, directory);
    install(directory);
    const environment = { DATABASE_URL: `sqlite:${database}` };
    const script = [join('scripts', 'key.ts'), 'make', 'bench'];
    [key = ''] = expectSuccess(run(directory, process.execPath, script, environment)).split('\n');
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('costs no more for each byte than other requests, as large as it may be', async (testing) => {
    const subject = { directory, main: join('src', 'main.ts'), database, key };
    const tooMuch: string[] = [];
    let count = 0;
    for await (const { reader, name, status, costOf100KB } of costs(subject, '')) {
      count += 1;
      const cost = `${reader}: ${name}: ${costOf100KB.toFixed(1)} ms for 100 KB`;
      testing.diagnostic(cost);
      if (costOf100KB > room * allowed) tooMuch.push(cost);
      assert.ok(status < 500, `${cost}, answered with ${String(status)}`);
    }
    assert.deepEqual(tooMuch, []);
    assert.ok(count > 200, String(count));
  });
});
