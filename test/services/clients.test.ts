// Clients that nobody here wrote speak to one running service.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { generateAcme, startAcme, type Acme } from '../support/acme.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { browsers } from './clients/browser.ts';
import { generatedClients } from './clients/generated.ts';
import { halClient } from './clients/hal.ts';
import { jsonApiClient } from './clients/json-api.ts';
import { xmlClient } from './clients/xml.ts';

describe('clients that others wrote', () => {
  const directory = join(temporaryDirectory(), 'acme');
  let acme: Acme | undefined;

  before(async () => {
    await generateAcme(directory);
    acme = await startAcme(directory);
  });
  after(async () => {
    await acme?.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  function started(): Acme {
    if (acme === undefined) throw new Error('the service did not start');
    return acme;
  }

  halClient(started);
  jsonApiClient(started);
  xmlClient(started);
  generatedClients(started);
  browsers(started);
});
