import { createApp } from './app.ts';
import { greet } from './authentication/first-credential.ts';
import { readConfig } from './config.ts';
import { onStoreFailure } from './limits/configured.ts';
import { resealSecrets } from './runtime/events/webhooks/signing-secrets.ts';
import { endOnFault } from './runtime/service/end-on-fault.ts';
import { runService } from './runtime/service/run.ts';
import { openEnvironment, openProcess } from './runtime/service/start.ts';
import { openDatabase } from './runtime/storage/database.ts';
import { withTables } from './runtime/storage/migrations/index.ts';
import { sealingKeys } from './runtime/storage/sealing-keys.ts';
import { secretOf } from './runtime/storage/secrets.ts';
import { about } from './service/about.ts';
import { migrations } from './storage/migrations.ts';
import type { Tables } from './storage/tables.ts';

await endOnFault(async () => {
  const config = readConfig();
  const opened = openProcess(config);

  const connected = await openDatabase<Tables>(config.databaseUrl);
  const database = await withTables(connected, migrations, config);
  await greet(database, config.firstCredential, opened.clock());
  const secret = await secretOf(database, 'service');
  const keys = await sealingKeys(database, config.sealingKeys, secret);
  if (config.sealingKeys.length > 0) await resealSecrets(database, keys);

  const { name } = about;
  const environment = await openEnvironment(config, opened, database, { name, onStoreFailure });
  const app = createApp({
    ...environment,
    secret,
    sealingKeys: keys,
    webhooks: { allowedNetworks: config.allowedNetworks },
  });
  await runService(config, environment, app);
});
