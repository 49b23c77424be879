import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startService } from '../../scripts/demo/start-service.ts';
import { redocly, spectral } from '../support/openapi-linters.ts';
import type { Finding } from './finding.ts';

/** Rules about what a specification may leave out, such as the one to contact. */
const ofAuthors = new Set([
  'info-contact',
  'info-description',
  'info-license',
  'info-license-strict',
]);

/** Starts a service as users do, and holds its OpenAPI document against the linters. */
export async function servedFindings(directory: string): Promise<Finding[]> {
  const database = `sqlite:${join(directory, 'data', 'started.db')}`;
  let document: string;
  try {
    const service = await startService(directory, undefined, {
      DATABASE_URL: database,
      // Without it the document would tell the address of this machine.
      BASE_URL: 'https://service.acme.example',
    });
    try {
      const addresses = pathToFileURL(join(directory, 'test', 'support', 'addresses.ts')).href;
      const { documentPath } = (await import(addresses)) as { documentPath: string };
      const response = await fetch(new URL(documentPath, service.address));
      document = await response.text();
      if (!response.ok)
        return [{ stage: 'start', title: `${documentPath} answers`, detail: document }];
    } finally {
      await service.stop();
    }
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ stage: 'start', title: 'the service starts', detail }];
  }
  const broken = [...(await redocly(document)), ...(await spectral(document))];
  return broken
    .filter(({ rule }) => !ofAuthors.has(rule))
    .map(({ rule, at, message }) => ({
      stage: 'document',
      title: rule,
      detail: `${at}: ${message}`,
    }));
}
