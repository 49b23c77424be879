import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { linkAllDependencies } from './dependencies.ts';
import { renderUnformatted } from './render-unformatted.ts';

/** What a specification was found to break. */
export interface Finding {
  readonly stage: 'crash' | 'refusal' | 'types' | 'lint' | 'format' | 'tests';
  /** Title of the test, or the first line of what a tool printed. */
  readonly title: string;
  readonly detail: string;
}

export interface Proof {
  readonly findings: readonly Finding[];
  readonly tests: number;
  readonly skipped: number;
}

export interface ProofOptions {
  readonly directory: string;
  /** Test files of the service, as patterns; none: types and lint alone. */
  readonly tests: readonly string[] | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** As users get it, formatted, with lock and bases, and its format is checked; it takes longer. */
  readonly isFormatted?: boolean;
}

const limit = 300_000;

/** Generates a service, checks its types and its style, and runs its own tests. */
export async function prove(
  text: string,
  { directory, tests, environment = {}, isFormatted = false }: ProofOptions,
): Promise<Proof> {
  rmSync(directory, { recursive: true, force: true });
  const found = (findings: readonly Finding[], counts = { tests: 0, skipped: 0 }): Proof => ({
    findings,
    ...counts,
  });
  try {
    const refused = await generate(text, directory, isFormatted);
    if (refused.length > 0) {
      return found(
        refused.map(({ message }) => ({ stage: 'refusal', title: message, detail: message })),
      );
    }
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return found([{ stage: 'crash', title: detail.split('\n', 1)[0] ?? '', detail }]);
  }
  linkAllDependencies(directory);
  const tool = async (stage: Finding['stage'], args: readonly string[]): Promise<Finding[]> => {
    const { status, output } = await node(directory, args, environment);
    return status === 0 ? [] : [{ stage, title: output.split('\n', 1)[0] ?? '', detail: output }];
  };
  const checked = [
    ...(isFormatted
      ? await tool('format', ['node_modules/.bin/prettier', '--check', 'src', 'scripts', 'test'])
      : []),
    ...(await tool('types', ['node_modules/.bin/tsc'])),
    ...(await tool('lint', ['node_modules/.bin/oxlint', '--deny-warnings'])),
  ];
  if (tests === undefined) return found(checked);
  const reporter = fileURLToPath(new URL('reporter.ts', import.meta.url));
  const { output, status } = await node(
    directory,
    ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, ...tests],
    environment,
  );
  const { failures, counts } = reportOf(output);
  if (counts === undefined) {
    return found([
      ...checked,
      {
        stage: 'tests',
        title: `the tests ended with status ${String(status)} and no summary`,
        detail: output.slice(-4000),
      },
    ]);
  }
  return found([...checked, ...failures], counts);
}

async function generate(text: string, directory: string, isFormatted: boolean) {
  if (!isFormatted) return renderUnformatted(text, directory);
  const input = { text, file: 'service.yaml', destination: directory, pinNode: false };
  const planned = await planService(input);
  if (!planned.ok) return planned.mistakes;
  await applyPlan(planned.plan);
  return [];
}

function reportOf(output: string) {
  const lines = output.split('\n').filter((line) => line.startsWith('{"'));
  const events = lines.map(
    (line) =>
      JSON.parse(line) as {
        name?: string;
        kind?: string;
        cause?: string;
        counts?: { tests: number; skipped: number };
      },
  );
  const failures = events.flatMap(({ name, kind, cause = '' }): Finding[] =>
    name === undefined || kind === 'subtestsFailed'
      ? []
      : [
          {
            stage: 'tests',
            title: `${name}${kind === 'cancelledByParent' ? ' (cancelled)' : ''}`,
            detail: cause,
          },
        ],
  );
  return { failures, counts: events.find(({ counts }) => counts !== undefined)?.counts };
}

/** Runs Node in a service, with the one that runs this first on the path. */
function node(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ status: number | null; output: string }> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...inherited, PATH: path, ...environment },
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      output += data.toString();
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, output });
    });
  });
}
