import { pino, type Logger } from 'pino';
import {
  type App,
  type Environment,
  type Tables,
  appMaker,
  runDueWork,
  testClientName,
  testInstant,
} from '../../contract.ts';
import type { Caller } from '../../../src/runtime/authentication/caller.ts';
import { clientAddress } from '../../../src/runtime/limits/client-address.ts';
import type { QuotaStore } from '../../../src/runtime/limits/policy.ts';
import { trustedProxies } from '../../../src/runtime/service/proxies.ts';
import { transportOf } from '../../../src/runtime/service/transport.ts';
import { openDatabase, type Database } from '../../../src/runtime/storage/database.ts';
import { createIdentifiers } from '../../../src/runtime/storage/identifiers.ts';
import { testClient, type TestClient } from './client.ts';
import { startCredentials, usual, type Credentials } from './credentials.ts';
import { engines, type TestEngine } from './engines.ts';
import { makeTables } from './make-tables.ts';

/** The service, really started, on a database of its own and with a clock that the test sets. */
export interface TestService {
  readonly app: App;
  /** The service once more, on the same database; it does not listen yet. */
  readonly createReplica: (environment?: Partial<Environment>) => App;
  readonly address: string;
  readonly database: Database<Tables>;
  /** Sends the credential along. */
  readonly request: TestClient;
  /** Sends none. */
  readonly anonymous: TestClient;
  /** Headers that carry the credential; none where the service asks for none. */
  readonly credential: Readonly<Record<string, string>>;
  /** By which it is one. */
  readonly mechanism: Caller['mechanism'];
  /** Those of other clients. */
  readonly credentials: Credentials;
  readonly newId: () => string;
  now: Date;
  /** Does what is due by the clock, and no request waits for. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

export async function startService(
  engine: TestEngine | undefined = engines[0],
  logger: Logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
  quotas?: (database: Database<Tables>) => QuotaStore,
): Promise<TestService> {
  if (engine === undefined) throw new Error('there is no engine to test on');
  const files = await engine.create(makeTables);
  const database = await openDatabase<Tables>(files.url);
  const state = { now: new Date(testInstant) };
  const clock = () => state.now;
  const newId = createIdentifiers(clock);
  const credentials = await startCredentials({ database, newId, clock });
  const credential = await credentials.of(testClientName);
  const makeApp = await appMaker(
    {
      database,
      baseUrl: 'http://service.test',
      logger,
      // As many as a test sends at once.
      concurrency: { most: 1000, each: 1000 },
      addressOf: clientAddress(trustedProxies('127.0.0.1'), 'x-forwarded-for'),
      transportOf: transportOf(trustedProxies('127.0.0.1'), 'x-forwarded-for'),
      clock,
    },
    credentials.issuers,
  );
  const createReplica = (environment: Partial<Environment> = {}) => makeApp(environment);
  // Tests send more requests than a client may: they are counted where a test asks for it.
  const app = createReplica(quotas === undefined ? {} : { quotas: quotas(database) });
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    createReplica,
    address,
    database,
    request: testClient(address, credential),
    anonymous: testClient(address, {}),
    credential,
    mechanism: usual,
    credentials,
    newId,
    get now() {
      return state.now;
    },
    set now(now) {
      state.now = now;
    },
    work: () => runDueWork(app),
    async stop() {
      await app.server.close();
      await credentials.stop();
      await database.close();
      await files.remove();
    },
  };
}
