import closeWithGrace from 'close-with-grace';
import { destination, pino } from 'pino';
import { createApp } from './app.ts';
import { firstCredential } from './authentication/first-credential.ts';
import { readConfig, type Config } from './config.ts';
import { clientAddress } from './limits/client-address.ts';
import { onStoreFailure } from './limits/configured.ts';
import { openQuotaStore } from './limits/open-store.ts';
import { about } from './service/about.ts';
import { trustedProxies } from './service/proxies.ts';
import { ConfigurationFault } from './service/secret-files.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations/index.ts';
import { secretOf } from './storage/secrets.ts';
import type { Tables } from './storage/tables.ts';

let config: Config;
try {
  config = readConfig();
} catch (error) {
  if (!(error instanceof ConfigurationFault)) throw error;
  process.stderr.write(`The service cannot start: ${error.message}\n`);
  process.exit(1);
}
// Log lines are written in blocks: one system call for each request would cost a third of the throughput.
const output = destination({ sync: false, minLength: 4096 });
const logger = pino({ level: config.logLevel }, output);
setInterval(() => {
  output.flush();
}, 1000).unref();

const clock = () => new Date();
const database = await openDatabase<Tables>(config.databaseUrl);
await migrate(database, migrations);
const credential = await firstCredential(database, clock());
if (credential !== undefined) process.stdout.write(credential);

const quotas = config.countsRequests
  ? await openQuotaStore({
      redisUrl: config.redisUrl,
      database,
      name: about.name,
      onStoreFailure,
      log: logger,
    })
  : undefined;
const { server, background } = createApp({
  database,
  baseUrl: config.baseUrl,
  logger,
  secret: await secretOf(database, 'service'),
  ...(quotas === undefined ? {} : { quotas }),
  addressOf: clientAddress(trustedProxies(config.trustedProxies), config.forwardedHeader),
  webhooks: { allowedNetworks: config.allowedNetworks },
  clock,
});
closeWithGrace({ delay: 10_000, logger }, async ({ err }) => {
  if (err) logger.fatal({ err }, 'stopping after an error');
  // Requests in flight are answered; idle connections are closed.
  await server.close();
  await background.stop();
  await quotas?.close();
  await database.close();
  output.flushSync();
});
const address = await server.listen({ host: config.host, port: config.port });
process.stdout.write(`Listening on ${address}\n`);
background.start();
