import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { versions } from '../../contract.ts';
import { testEngines } from '../support/conformance.ts';
import { startReplicated, type Replicated } from '../support/replicated.ts';
import { needing } from '../support/target.ts';

const asText = (some: readonly { readonly type: string; readonly path: string }[]) =>
  some.map(({ type, path }) => `${type} ${path}`).toSorted();
/** Whether the day is that of a single date, and not the first of several. */
const isDated = (transition: string) => !['released', 'limited'].includes(transition);

for (const engine of testEngines()) {
  describe(
    `part 3, events of versions, on two replicas with ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let replicated: Replicated;

      before(async () => {
        replicated = await startReplicated(engine);
      });
      after(() => replicated.stop());

      test(
        'C-020 each transition has one event, whatever the number of replicas',
        needing('clock', 'database', 'server'),
        async () => {
          const { replica, service } = replicated;
          assert.ok(replica !== undefined);
          const apps = [service.app, replica];
          const all = versions.flatMap((version) =>
            (['announced', 'maintained', 'deprecated', 'sunset'] as const).flatMap((transition) => {
              const at = version[transition];
              return at === undefined
                ? []
                : [{ path: `/versions/${version.label}`, type: `api.version.${transition}`, at }];
            }),
          );
          const keptAt = (time: number) =>
            service.database.reader
              .selectFrom('events')
              .select(['type', 'path'])
              .where('resource', '=', 'api.version')
              .where('time', '=', new Date(time).toISOString())
              .where('type', '!=', 'api.version.limited')
              .execute();
          let before = 0;
          for (const edge of [...new Set(all.map(({ at }) => Date.parse(at)))].toSorted(
            (a, b) => a - b,
          )) {
            const expected = asText(all.filter(({ at }) => Date.parse(at) === edge));
            service.now = new Date(Math.max(edge - 1, before));
            await Promise.all(apps.map(({ background }) => background.run()));
            assert.deepEqual(await keptAt(edge), []);
            service.now = new Date(edge);
            await Promise.all(apps.map(({ background }) => background.run()));
            assert.deepEqual(asText(await keptAt(edge)), expected);
            // One that starts later has nothing to add.
            await service.createReplica().background.run();
            assert.deepEqual(asText(await keptAt(edge)), expected);
            before = edge;
          }
          const { body } = await service.anonymous('GET', '/');
          const shown = body['versions'] as readonly {
            readonly transitions: readonly { readonly transition: string; readonly at: string }[];
          }[];
          const transitions = shown.flatMap(({ transitions }) =>
            transitions.map(({ transition }) => transition),
          );
          assert.equal(transitions.filter(isDated).length, all.length);
        },
      );
    },
  );
}
