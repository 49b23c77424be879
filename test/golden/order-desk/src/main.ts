import closeWithGrace from 'close-with-grace';
import { destination, pino } from 'pino';
import { createApp } from './app.ts';
import { firstCredential } from './authentication/first-credential.ts';
import { readConfig, type Config } from './config.ts';
import { useIdentity } from './endpoints/secure-server.ts';
import { clientAddress } from './limits/client-address.ts';
import { onStoreFailure } from './limits/configured.ts';
import { openQuotaStore } from './limits/open-store.ts';
import { about } from './service/about.ts';
import { trustedProxies } from './service/proxies.ts';
import { ConfigurationFault } from './service/secret-files.ts';
import { plainTextNotice } from './service/plain-text-notice.ts';
import { renewOnChange } from './service/tls-renewal.ts';
import { readIdentity, type Identity } from './service/tls.ts';
import { transportOf } from './service/transport.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations/index.ts';
import { secretOf } from './storage/secrets.ts';
import type { Tables } from './storage/tables.ts';

const clock = () => new Date();
let config: Config;
let identity: Identity | undefined;
try {
  config = readConfig();
  identity = config.tls === undefined ? undefined : readIdentity(config.tls, clock());
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
const proxies = trustedProxies(config.trustedProxies);
const { server, background } = createApp({
  database,
  baseUrl: config.baseUrl,
  logger,
  secret: await secretOf(database, 'service'),
  ...(quotas === undefined ? {} : { quotas }),
  addressOf: clientAddress(proxies, config.forwardedHeader),
  transportOf: transportOf(proxies, config.forwardedHeader),
  ...(identity === undefined ? {} : { identity }),
  webhooks: { allowedNetworks: config.allowedNetworks },
  clock,
});
const endRenewal =
  config.tls &&
  renewOnChange({
    files: config.tls,
    clock,
    log: logger,
    use: (renewed) => {
      useIdentity(server.server, renewed);
    },
  });
// With TLS, SIGHUP asks for the certificate to be read again.
const skip = config.tls === undefined ? [] : ['SIGHUP' as const];
closeWithGrace({ delay: 10_000, logger, skip }, async ({ err }) => {
  if (err) logger.fatal({ err }, 'stopping after an error');
  endRenewal?.();
  // Requests in flight are answered; idle connections are closed.
  await server.close();
  await background.stop();
  await quotas?.close();
  await database.close();
  output.flushSync();
});
const address = await server.listen({ host: config.host, port: config.port });
// Fastify does not know that the server it was given speaks TLS.
const shown = identity === undefined ? address : address.replace(/^http:/, 'https:');
process.stdout.write(`${plainTextNotice(config)}Listening on ${shown}\n`);
background.start();
