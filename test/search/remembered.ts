import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allDependencies } from '../../src/rendering/views/package-json.ts';
import { tree } from '../support/generated.ts';
import type { TestRun } from './own-tests.ts';

const directory = join(tmpdir(), 'generator-tests-proved');

/**
 * Runs the proof of a service, unless the same one was green before: with the same bytes of the service, the same packages, the
 * same Node, and the same code of the proof. PROVE_AGAIN=1 runs it whatever was before.
 *
 * @param service where the service is, without its dependencies
 * @param options what else decides about the proof
 */
export async function unlessProved(
  service: string,
  options: object,
  proof: () => Promise<TestRun>,
): Promise<TestRun> {
  const path = join(directory, digestOf(service, options));
  if (process.env['PROVE_AGAIN'] !== '1' && existsSync(path)) {
    return JSON.parse(readFileSync(path, 'utf8')) as TestRun;
  }
  const run = await proof();
  if (run.findings.length === 0) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, JSON.stringify(run));
  }
  return run;
}

function digestOf(service: string, options: object): string {
  const hash = createHash('sha256').update(
    JSON.stringify([process.version, allDependencies(), options]),
  );
  for (const root of [service, import.meta.dirname]) hash.update(JSON.stringify([...tree(root)]));
  return hash.digest('hex');
}
