import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLine } from '../../../generators/app/command-line.ts';
import type { Outcome } from '../../../generators/app/outcome.ts';
import { Interrupted } from '../../../generators/command/outcome.ts';
import { run } from '../../../generators/app/run.ts';
import type { Decisions } from '../../../src/generate.ts';
import type { Tools } from '../../../generators/app/tools.ts';
import { makePlan, recover, applyPlan } from '../../../src/plan/index.ts';
import { readSpecification, withModeline } from '../../../src/specification/index.ts';
import { Left, scripted, type Deed } from '../../questionnaire/support/scripted-ask.ts';

function output(path: string, text: string) {
  return { path, text, ownership: 'generated', template: path } as const;
}

/** Files in place of a whole service: the specification and one file that follows from it. */
export const stubCore: Tools['core'] = {
  recover,
  applyPlan,
  async planService({ text, file, destination, onProgress }) {
    const read = readSpecification(text, file);
    if (!read.ok) return { ok: false, mistakes: read.mistakes };
    onProgress?.(1, 1);
    const { name } = read.specification.service;
    const files = [
      { ...output('service.yaml', withModeline(text)), isGiven: true },
      output('package.json', `{"name":"${name}"}\n`),
      output('readme', `${Object.keys(read.specification.resources).join(' ')}\n`),
    ];
    const replan = (decisions: Decisions) =>
      makePlan(destination, files, { generator: '0.1.0', header: {}, ...decisions });
    const plan = await replan({});
    const nextCommands = ['npm install', 'npm test'];
    const { resolved: specification, warnings } = read;
    return { ok: true, plan, replan, specification, nextCommands, asked: [], warnings };
  },
};

export interface Run {
  readonly outcome: Outcome;
  readonly notes: readonly string[];
  readonly plans: readonly string[];
  /** What was shown beside questions. */
  readonly said: readonly string[];
  readonly installed: readonly string[];
}

export const nothing: CommandLine = {
  answer: [],
  yes: false,
  dryRun: false,
  json: false,
  skipInstall: false,
  help: false,
  version: false,
};

/** What the generator makes of Ctrl-C. */
function interrupted(error: unknown): never {
  throw error instanceof Left ? new Interrupted() : error;
}

/** Runs the command with core and terminal in place of the real ones. */
export async function runWith(
  cwd: string,
  commandLine: Partial<CommandLine>,
  options: {
    readonly script?: readonly (readonly [string, Deed])[];
    readonly isTerminal?: boolean;
    readonly tools?: Partial<Tools>;
    /** In place of a generation: what another command does. */
    readonly runner?: typeof run;
  } = {},
): Promise<Run> {
  const notes: string[] = [];
  const plans: string[] = [];
  const installed: string[] = [];
  const ask = scripted(options.script ?? []);
  const outcome = await (options.runner ?? run)(
    { ...nothing, ...commandLine },
    {
      core: stubCore,
      ask: { ...ask, prompt: (questions) => ask.prompt(questions).catch(interrupted) },
      report: {
        note: (text) => notes.push(text),
        plan: (_, detail) => plans.push(detail),
        progress: () => ({ update: () => undefined, stop: () => undefined }),
        end: () => undefined,
      },
      interruptions: { came: false, during: (work) => work() },
      checkTypes: () => Promise.resolve([]),
      editText: () => Promise.resolve(undefined),
      install: (directory, manager) => {
        installed.push(`${manager} in ${directory}`);
        return Promise.resolve(undefined);
      },
      cwd,
      isTerminal: options.isTerminal ?? options.script !== undefined,
      ...options.tools,
    },
  );
  ask.finish();
  return { outcome, notes, plans, said: ask.said, installed };
}

export function temporary(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'command-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
