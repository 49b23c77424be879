import closeWithGrace from 'close-with-grace';
import { destination, pino } from 'pino';
import { createApp } from './app.ts';
import { apiKeyStore } from './authentication/api-key-store.ts';
import { readConfig } from './config.ts';
import { about } from './service/about.ts';
import { openDatabase } from './storage/database.ts';
import { createIdentifiers } from './storage/identifiers.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations/index.ts';
import { secretOf } from './storage/secrets.ts';
import type { Tables } from './storage/tables.ts';

const config = readConfig();
// Log lines are written in blocks: one system call for each request would cost a third of the throughput.
const output = destination({ sync: false, minLength: 4096 });
const logger = pino({ level: config.logLevel }, output);
setInterval(() => {
  output.flush();
}, 1000).unref();

const clock = () => new Date();
const database = await openDatabase<Tables>(config.databaseUrl);
await migrate(database, migrations);
const key = await apiKeyStore(database, about.vendor, createIdentifiers()).makeFirst(clock());
if (key !== undefined) {
  process.stdout.write(`The first API key, shown only now; send it as X-API-Key:\n${key}\n`);
}

const { server } = createApp({
  database,
  baseUrl: config.baseUrl,
  logger,
  secret: await secretOf(database, 'service'),
  clock,
});
closeWithGrace({ delay: 10_000, logger }, async ({ err }) => {
  if (err) logger.fatal({ err }, 'stopping after an error');
  // Requests in flight are answered; idle connections are closed.
  await server.close();
  await database.close();
  output.flushSync();
});
const address = await server.listen({ host: config.host, port: config.port });
process.stdout.write(`Listening on ${address}\n`);
