import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { secretOf } from '../../../templates/src/runtime/storage/secrets.ts';
import { onEachEngine } from './engines.ts';
import type { Tables } from './fixture/tables.ts';

onEachEngine((service) => {
  test('of 20 that ask at once, on two pools, all get the same 32 bytes', async () => {
    const { database, url } = service();
    const other = await openDatabase<Tables>(url);
    const secrets = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        secretOf(index % 2 === 0 ? database : other, 'wanted'),
      ),
    );
    await other.close();
    const [first] = secrets;
    assert.equal(first?.length, 32);
    for (const secret of secrets) assert.deepEqual(secret, first);
  });

  test('a restart keeps it, and another name has another', async () => {
    const { database, url } = service();
    const before = await secretOf(database, 'kept');
    const restarted = await openDatabase<Tables>(url);
    assert.deepEqual(await secretOf(restarted, 'kept'), before);
    assert.notDeepEqual(await secretOf(restarted, 'another'), before);
    await restarted.close();
  });
});
