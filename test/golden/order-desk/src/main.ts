import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { firstCredential, withoutCredentials } from './authentication/first-credential.ts';
import { readConfig } from './config.ts';
import { useIdentity } from './runtime/endpoints/secure-server.ts';
import { resealSecrets } from './runtime/events/webhooks/signing-secrets.ts';
import { clientAddress } from './runtime/limits/client-address.ts';
import { onStoreFailure } from './limits/configured.ts';
import { openQuotaStore } from './runtime/limits/open-store.ts';
import { about } from './service/about.ts';
import { openLog } from './runtime/service/log-output.ts';
import { trustedProxies } from './runtime/service/proxies.ts';
import { ConfigurationFault } from './runtime/service/secret-files.ts';
import { plainTextNotice } from './runtime/service/plain-text-notice.ts';
import { renewOnChange } from './runtime/service/tls-renewal.ts';
import { readIdentity } from './runtime/service/tls.ts';
import { transportOf } from './runtime/service/transport.ts';
import { openDatabase } from './runtime/storage/database.ts';
import { migrate } from './runtime/storage/migrate.ts';
import { migrations } from './storage/migrations/index.ts';
import { secretOf } from './runtime/storage/secrets.ts';
import { sealingKeys } from './runtime/storage/sealing-keys.ts';
import type { Tables } from './storage/tables.ts';

const clock = () => new Date();
const config = orEnd(() => readConfig());
const { tls } = config;
const identity = tls && orEnd(() => readIdentity(tls, clock()));
const output = openLog();
const logger = pino({ level: config.logLevel }, output.stream);

const database = await openDatabase<Tables>(config.databaseUrl);
await migrate(database, migrations);
const { firstCredential: wish } = config;
// Output that is no terminal is often a log, which is kept and which others read.
const isShown = wish === 'on' || (wish === 'terminal' && process.stdout.isTTY);
const greeting = isShown
  ? await firstCredential(database, clock())
  : await withoutCredentials(database);
if (greeting !== undefined) process.stdout.write(greeting);

const quotas = config.countsRequests
  ? await openQuotaStore({
      redisUrl: config.redisUrl,
      database,
      name: about.name,
      onStoreFailure,
      log: logger,
    })
  : undefined;
const secret = await secretOf(database, 'service');
const keys = await sealingKeys(database, config.sealingKeys, secret).catch(end);
if (config.sealingKeys.length > 0) await resealSecrets(database, keys);
const proxies = trustedProxies(config.trustedProxies);
const { server, background } = orEnd(() =>
  createApp({
    database,
    baseUrl: config.baseUrl,
    logger,
    secret,
    sealingKeys: keys,
    ...(quotas === undefined ? {} : { quotas }),
    drainTime: 1000,
    addressOf: clientAddress(proxies, config.forwardedHeader),
    transportOf: transportOf(proxies, config.forwardedHeader),
    ...(identity === undefined ? {} : { identity }),
    webhooks: { allowedNetworks: config.allowedNetworks },
    clock,
  }),
);
const endRenewal =
  tls &&
  renewOnChange({
    files: tls,
    clock,
    log: logger,
    use: (renewed) => {
      useIdentity(server.server, renewed);
    },
  });
// With TLS, SIGHUP asks for the certificate to be read again.
const skip = tls === undefined ? [] : ['SIGHUP' as const];
closeWithGrace({ delay: 10_000, logger, skip }, async ({ err }) => {
  await output.flush();
  if (err) logger.fatal({ err }, 'stopping after an error');
  endRenewal?.();
  // Requests in flight are answered, and what clients send before they learn that their connection ends.
  await server.close();
  await background.stop();
  await quotas?.close();
  await database.close();
  await output.flush();
});
const address = await server.listen({ host: config.host, port: config.port });
// Fastify does not know that the server it was given speaks TLS.
const shown = identity === undefined ? address : address.replace(/^http:/, 'https:');
process.stdout.write(`${plainTextNotice(config)}Listening on ${shown}\n`);
background.start();

/** Ends the process where a setting is not what it should be, with what that is. */
function orEnd<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    return end(error);
  }
}

function end(error: unknown): never {
  if (!(error instanceof ConfigurationFault)) throw error;
  process.stderr.write(`The service cannot start: ${error.message}\n`);
  process.exit(1);
}
