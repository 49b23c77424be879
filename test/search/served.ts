import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startService } from '../../scripts/demo/start-service.ts';
import { fetchByHost } from '../../templates/test/runtime/support/fetch-by-host.ts';
import { redocly, spectral } from '../support/openapi-linters.ts';
import type { Finding } from './finding.ts';
import { runNode } from './run-node.ts';

/** Rules about what a specification may leave out, such as the one to contact. */
const ofAuthors = new Set([
  'info-contact',
  'info-description',
  'info-license',
  'info-license-strict',
]);

/** Spectral takes a member called `default` or `example` inside of an example for a keyword of a schema. */
const isInExample = /\/examples?\/./;

/** Spectral compiles patterns without the flag that knows classes of Unicode (JSON Schema 2020-12, section 6.4). */
const isOfUnicode = /must match pattern ".*\\p\{/;

/** A placeholder takes a UUID, which no written segment of a path is: what both could be is then the same in each segment. */
function isUnambiguous(rule: string, message: string): boolean {
  const [one = [], other = []] = [...message.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) =>
    path.split('/').map((segment) => segment.replace(/^\{.*\}$/, '{}')),
  );
  const differ = one.some((segment, index) => segment !== other[index]);
  return rule === 'no-ambiguous-paths' && differ;
}

const host = 'service.acme.example';

/** Starts a service as users do, and holds its OpenAPI document against the linters. */
export async function servedFindings(directory: string): Promise<Finding[]> {
  let document: string;
  try {
    const service = await startService(directory, undefined, {
      DATABASE_URL: `sqlite:${join(directory, 'data', 'started.db')}`,
      // Without it the document would tell the address of this machine.
      BASE_URL: `https://${host}`,
      // The document is that of the newest version, which may be a draft.
      DRAFT_VERSION: 'on',
      ...(await developmentKey(directory)),
    });
    try {
      const addresses = pathToFileURL(
        join(directory, 'test', 'runtime', 'support', 'addresses.ts'),
      ).href;
      const { documentPath } = (await import(addresses)) as { documentPath: string };
      // The host may name the version.
      const { href } = new URL(documentPath, service.address);
      const response = await fetchByHost(href, { headers: { host } });
      document = await response.text();
      // The newest version has ended by now, and nothing is served any more.
      if (response.status === 410) return [];
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
    .filter(({ rule, at }) => !ofAuthors.has(rule) && !isInExample.test(at))
    .filter(({ rule, message }) => !isOfUnicode.test(message) && !isUnambiguous(rule, message))
    .map(({ rule, at, message }) => ({
      stage: 'document',
      title: rule,
      detail: `${at}: ${message}`,
    }));
}

/** The setting that names a key for tokens, made as the README of the service says; nothing where it takes no tokens of its own. */
async function developmentKey(directory: string): Promise<NodeJS.ProcessEnv> {
  if (!existsSync(join(directory, 'scripts', 'token.ts'))) return {};
  const file = 'jwt-key';
  const made = await runNode(directory, ['scripts/token.ts', '--make-key', file], {});
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  return { JWT_KEY_FILE: file };
}
