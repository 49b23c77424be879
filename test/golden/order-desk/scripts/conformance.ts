// Tells which rules of its interface the service keeps, by the tests in test/runtime/conformance:
//   npm run conformance -- [--json] [--html FILE] [--url https://host[/path]]
// With --url the tests send their requests there, with the credential in API_KEY, ACCESS_TOKEN or
// BASIC_CREDENTIALS, and remove what they make.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asHtml } from './conformance/html.ts';
import { optionsFrom, usage, UsageError, type Options } from './conformance/options.ts';
import { reportOf } from './conformance/report.ts';
import { resultsOf } from './conformance/results.ts';
import { asText } from './conformance/text.ts';
import { about } from '../src/service/about.ts';
import { versions } from '../src/versioning/versions.ts';
import { reasonsOf } from '../test/runtime/conformance/reasons.ts';
import { startConforming } from '../test/runtime/support/conformance.ts';
import { openRemote, Unreachable } from '../test/runtime/support/remote.ts';
import { hasGrants, samples } from '../test/contract.ts';
import { aimAt, givenCredentials, remoteTarget } from '../test/runtime/support/target.ts';
import { helpOrGoOn } from './help.ts';

helpOrGoOn(usage, { takes: 'arguments' });

const folder = join(import.meta.dirname, '..', 'test', 'runtime', 'conformance');

/** Exit status: 0 where the service conforms, 1 where it does not. */
async function main({ url, json, html }: Options): Promise<number> {
  if (url !== undefined) aimAt({ url, credentials: givenCredentials(process.env) });
  const { contract, stop } = await startConforming();
  await stop();
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const report = reportOf({
    service: about.name,
    version: about.version,
    ...(url === undefined ? {} : { url }),
    at: new Date().toISOString(),
    results: await resultsOf(files.toSorted().map((name) => join(folder, name))),
    reasons: reasonsOf(
      contract,
      samples.map(({ path }) => path),
      'Accept, Accept-Language, Accept-Encoding',
      {
        claims: samples.flatMap(({ attributes }) => attributes.map(({ claim }) => claim)),
        hasGrants,
      },
      versions,
      ['C-183', 'C-184'],
    ),
  });
  if (html !== undefined) writeFileSync(html, asHtml(report));
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
  return report.conforms ? 0 : 1;
}

/** Removes what the tests made elsewhere, however they ended. */
async function tidyUp(): Promise<boolean> {
  const target = remoteTarget();
  if (target === undefined) return true;
  const { ledger } = await openRemote(target);
  const left = await ledger.close();
  if (left.length === 0) return true;
  process.stderr.write(`These could not be removed:\n${left.join('\n')}\n`);
  return false;
}

async function stopped(status: number): Promise<void> {
  await tidyUp();
  process.exit(status);
}
process.once('SIGINT', () => void stopped(130));
process.once('SIGTERM', () => void stopped(143));

try {
  const options = optionsFrom(process.argv.slice(2));
  try {
    process.exitCode = await main(options);
  } finally {
    if (!(await tidyUp())) process.exitCode = 1;
  }
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof Unreachable;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n${error instanceof UsageError ? usage : ''}`);
  process.exitCode = 2;
}
