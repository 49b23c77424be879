import { pino, type Logger } from 'pino';
import { createApp, type App } from '../../src/app.ts';
import { apiKeyStore } from '../../src/authentication/api-key-store.ts';
import { about } from '../../src/service/about.ts';
import { openDatabase, type Database } from '../../src/storage/database.ts';
import { createIdentifiers } from '../../src/storage/identifiers.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { secretOf } from '../../src/storage/secrets.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { testClient, type TestClient } from './client.ts';
import { engines, type TestEngine } from './engines.ts';

/** The service, really started, on a database of its own and with a clock that the test sets. */
export interface TestService {
  readonly app: App;
  /** The service once more, on the same database; it does not listen yet. */
  readonly createReplica: () => App;
  readonly address: string;
  readonly database: Database<Tables>;
  /** Sends the credential along. */
  readonly request: TestClient;
  /** Sends none. */
  readonly anonymous: TestClient;
  /** Header that carries the credential; none where the service asks for none. */
  readonly credential: Readonly<Record<string, string>>;
  readonly newId: () => string;
  now: Date;
  stop(): Promise<void>;
}

export async function startService(
  engine: TestEngine | undefined = engines[0],
  logger: Logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
): Promise<TestService> {
  if (engine === undefined) throw new Error('there is no engine to test on');
  const files = await engine.create();
  const database = await openDatabase<Tables>(files.url);
  await migrate(database, migrations);
  const state = { now: new Date('2026-01-01T00:00:00Z') };
  const clock = () => state.now;
  const newId = createIdentifiers(() => clock().getTime());
  const keys = apiKeyStore(database, about.vendor, newId);
  const credential = { 'x-api-key': await keys.make({ name: 'test', now: clock() }) };
  const secret = await secretOf(database, 'service');
  const createReplica = () =>
    createApp({ database, baseUrl: 'http://service.test', logger, secret, clock });
  const app = createReplica();
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    createReplica,
    address,
    database,
    request: testClient(address, credential),
    anonymous: testClient(address, {}),
    credential,
    newId,
    get now() {
      return state.now;
    },
    set now(now) {
      state.now = now;
    },
    async stop() {
      await app.server.close();
      await database.close();
      await files.remove();
    },
  };
}
