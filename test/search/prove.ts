import { rmSync } from 'node:fs';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { linkAllDependencies } from './dependencies.ts';
import { compiler } from '../support/generated.ts';
import { carriedFindings } from './evolution/carried/carry-rows.ts';
import {
  generateNewer,
  Refusal,
  Wall,
  type Passage,
  type VersionPair,
} from './evolution/generate-newer.ts';
import type { Finding } from './finding.ts';
import { runConformance, runTests, type TestRun } from './own-tests.ts';
import { packageFaults } from './packages.ts';
import { renderUnformatted } from './render-unformatted.ts';
import { unlessProved } from './remembered.ts';
import { runNode } from './run-node.ts';
import { servedFindings } from './served.ts';

export interface ProofOptions {
  readonly directory: string;
  /**
   * Test files of the service, as patterns, with `document` for a start and the OpenAPI document; all: every file, the report and the
   * document; none: types and lint alone.
   */
  readonly tests: readonly string[] | 'all' | 'none';
  readonly environment?: NodeJS.ProcessEnv;
  /** As users get it, formatted, with lock and bases, and its format is checked; it takes longer. */
  readonly isFormatted?: boolean;
  /** A service of the same bytes that was green before is not proved again. */
  readonly isRemembered?: boolean;
}

/**
 * Generates a service, checks its types and its style, and runs its own tests.
 *
 * @param text of a specification; of two, one for each version, with a line of `---` between them: the first version is generated
 *   and frozen, and the step to the second drafted. Where a person has to decide something, nothing more is proved.
 */
export function prove(text: string, options: ProofOptions): Promise<TestRun> {
  const [older = '', newer] = text.split(/^---$/m);
  if (newer !== undefined) return proveNewer({ older, newer }, options);
  return proveMade(options, async () => {
    const refused = await generate(text, options.directory, options.isFormatted ?? false);
    return refused.map(({ message }) => ({ stage: 'refusal', title: message, detail: message }));
  });
}

async function proveNewer(pair: VersionPair, options: ProofOptions): Promise<TestRun> {
  const older = `${options.directory}-older`;
  let passage: Passage | undefined;
  const make = async (): Promise<readonly Finding[]> => {
    rmSync(older, { recursive: true, force: true });
    try {
      passage = await generateNewer(pair, { older, newer: options.directory });
      return [];
    } catch (error) {
      if (!(error instanceof Wall || error instanceof Refusal)) throw error;
      const { message } = error;
      const stage = error instanceof Wall ? 'wall' : 'refusal';
      return [{ stage, title: message.split('\n', 1)[0] ?? '', detail: message }];
    }
  };
  const proof = async (): Promise<TestRun> => {
    const run = await proveGenerated(options);
    if (options.tests === 'none' || passage === undefined || passage.haveOtherRules) return run;
    const { losses } = passage;
    const carried = await carriedFindings({ older, newer: options.directory, losses });
    return { ...run, findings: [...run.findings, ...carried] };
  };
  try {
    return await proveMade(options, make, proof);
  } finally {
    rmSync(older, { recursive: true, force: true });
  }
}

/**
 * @param make writes a service, and says what is in the way
 * @param proof of what was written
 */
async function proveMade(
  options: ProofOptions,
  make: () => Promise<readonly Finding[]>,
  proof = () => proveGenerated(options),
): Promise<TestRun> {
  const { directory, tests, environment, isFormatted = false, isRemembered = false } = options;
  rmSync(directory, { recursive: true, force: true });
  try {
    const refused = await make();
    if (refused.length > 0) return found(refused);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return found([{ stage: 'crash', title: detail.split('\n', 1)[0] ?? '', detail }]);
  }
  if (!isRemembered) return proof();
  return unlessProved(directory, { tests, environment, isFormatted }, proof);
}

function found(findings: readonly Finding[], counts = { tests: 0, skipped: 0 }): TestRun {
  return { findings, ...counts };
}

async function proveGenerated({
  directory,
  tests,
  environment = {},
  isFormatted = false,
}: ProofOptions): Promise<TestRun> {
  linkAllDependencies(directory);
  const tool = async (stage: Finding['stage'], args: readonly string[]): Promise<Finding[]> => {
    const { status, stdout, stderr } = await runNode(directory, args, environment);
    const output = stdout + stderr;
    return status === 0 ? [] : [{ stage, title: output.split('\n', 1)[0] ?? '', detail: output }];
  };
  const checked = [
    ...packageFaults(directory).map((title): Finding => ({
      stage: 'packages',
      title,
      detail: title,
    })),
    ...(isFormatted
      ? await tool('format', ['node_modules/.bin/prettier', '--check', 'src', 'scripts', 'test'])
      : []),
    ...(await tool('types', compiler)),
    ...(await tool('lint', ['node_modules/.bin/oxlint', '--deny-warnings'])),
  ];
  if (tests === 'none') return found(checked);
  if (tests !== 'all') {
    const files = tests.filter((pattern) => pattern !== 'document');
    const run =
      files.length === 0
        ? { findings: [], tests: 0, skipped: 0 }
        : await runTests(directory, files, environment);
    const served = files.length < tests.length ? await servedFindings(directory) : [];
    return { ...run, findings: [...checked, ...run.findings, ...served] };
  }
  const others = ['test/*.test.ts', 'test/{resources,versioning}/**/*.test.ts'];
  const runs = [
    await runConformance(directory, environment),
    await runTests(directory, others, environment),
  ];
  const sum = (of: (run: TestRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  return {
    findings: [
      ...checked,
      ...runs.flatMap(({ findings }) => findings),
      ...(await servedFindings(directory)),
    ],
    tests: sum((run) => run.tests),
    skipped: sum((run) => run.skipped),
  };
}

async function generate(text: string, directory: string, isFormatted: boolean) {
  if (!isFormatted) return renderUnformatted(text, directory);
  const input = { text, file: 'service.yaml', destination: directory, pinNode: false };
  const planned = await planService(input);
  if (!planned.ok) return planned.mistakes;
  await applyPlan(planned.plan);
  return [];
}
