import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engines, type TestEngine } from '../../../../templates/test/runtime/support/engines.ts';
import type { Finding } from '../../finding.ts';
import { runNode } from '../../run-node.ts';

/** Services of two versions, and what rows lose between them. */
export interface Carried {
  readonly older: string;
  readonly newer: string;
  /** Names of tables and columns: the migration may let go of what is in them. */
  readonly losses: readonly string[];
}

/**
 * Has clients of the older version make rows on each engine, carries the rows by the migration of the newer one, and compares what the
 * clients are shown then with what they were shown before.
 */
export async function carriedFindings(carried: Carried): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines.filter(({ missing }) => missing === undefined)) {
    const found = await carriedOn(engine, carried);
    findings.push(...found.map((each) => ({ ...each, title: `${engine.name}: ${each.title}` })));
  }
  return findings;
}

async function carriedOn(
  engine: TestEngine,
  { older, newer, losses }: Carried,
): Promise<readonly Finding[]> {
  const database = await engine.create();
  const { url } = database;
  const journal = join(newer, `journal-${engine.name}.json`);
  try {
    await ran(older, [script('record.ts'), older, url, journal]);
    const compared = await ran(newer, [script('compare.ts'), newer, url, journal, ...losses]);
    return JSON.parse(compared) as Finding[];
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return [{ stage: 'rows', title: error.message, detail: error.output }];
  } finally {
    await database.remove();
  }
}

/** Thrown where a script fails. */
class Ended extends Error {
  override readonly name = 'Ended';
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** @returns what it printed */
async function ran(directory: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runNode(directory, args, {});
  if (status === 0) return stdout;
  const [name = ''] = args;
  throw new Ended(`${basename(name)} ended with status ${String(status)}`, stdout + stderr);
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
