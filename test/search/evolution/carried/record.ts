// Has clients of a service's newest version make rows in a database that stays: node record.ts SERVICE DATABASE_URL FILE
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as ApiKeys from '../../../../templates/src/runtime/authentication/api-key-store.ts';
import type * as BasicUsers from '../../../../templates/src/runtime/authentication/basic-users.ts';
import type {
  Exchange,
  Placeholders,
} from '../../../../templates/test/runtime/support/recordings.ts';
import type { ResourceSample } from '../../../../templates/test/runtime/support/sample.ts';
import type {
  startService,
  TestService,
} from '../../../../templates/test/runtime/support/service.ts';
import type { Journal } from './journal.ts';

interface Recorder {
  readonly exchanges: readonly Exchange[];
  readonly placeholders: Placeholders;
  record(name: string, method: string, path: string, request?: object): Promise<unknown>;
}

const [directory = '', url = '', file = ''] = process.argv.slice(2);
const of = async <T>(path: string) => (await import(join(resolve(directory), path))) as T;

const support = await of<{ startService: typeof startService }>('test/runtime/support/service.ts');
const { createRecorder } = await of<{
  createRecorder: (service: TestService, label: string) => Recorder;
}>('scripts/freeze/recorder.ts');
const { recordResource } = await of<{
  recordResource: (recorder: Recorder, sample: ResourceSample) => Promise<void>;
}>('scripts/freeze/requests.ts');
const { samples } = await of<{ samples: readonly ResourceSample[] }>('test/contract.ts');
const { currentVersion } = await of<{ currentVersion: { readonly label: string } }>(
  'src/versioning/versions.ts',
);

const service = await support.startService({
  name: 'one that stays',
  async create(prepare) {
    await prepare?.(url);
    return { url, remove: () => Promise.resolve() };
  },
});
const { label } = currentVersion;
const recorder = createRecorder(service, label);
for (const sample of samples) await recordResource(recorder, sample);
const reads = new Map(
  recorder.exchanges
    .filter(isRepeatable)
    .map(({ name, request }) => [
      JSON.stringify([request.path, request.headers]),
      { name, request },
    ]),
);
const now = service.now.toISOString();
const made = recorder.exchanges.length;
for (const { name, request } of reads.values()) {
  const { path, headers } = request;
  await recorder.record(name, 'GET', path, headers === undefined ? {} : { headers });
}
const shown = recorder.exchanges.slice(made);
await forgetCredentials();
await service.stop();
const { placeholders } = recorder;
writeFileSync(file, JSON.stringify({ label, now, ...placeholders.known, shown } satisfies Journal));

/** Another test makes credentials of the same names with this database: it may not have two users, or three keys, of one. */
async function forgetCredentials(): Promise<void> {
  const { database, newId, now } = service;
  const users = 'src/runtime/authentication/basic-users.ts';
  if (existsSync(join(directory, users))) {
    const { basicUsers } = await of<typeof BasicUsers>(users);
    const store = basicUsers(database, newId);
    for (const { name } of await store.list()) await store.revoke(name);
  }
  const keys = 'src/runtime/authentication/api-key-store.ts';
  if (existsSync(join(directory, keys))) {
    const { apiKeyStore } = await of<typeof ApiKeys>(keys);
    const store = apiKeyStore(database, '', newId);
    for (const { name } of await store.list()) await store.revoke(name, now);
  }
}

/** Places in lists and conditions belong to the moment. */
function isRepeatable({ request, answer }: Exchange): boolean {
  const { method, path, headers = {} } = request;
  const isOfMoment = path.includes('{cursor-') || 'if-none-match' in headers;
  return method === 'GET' && answer.status === 200 && !isOfMoment;
}
