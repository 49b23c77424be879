import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, OutputFile, PlanOptions } from '../../../src/plan/index.ts';
import { output, run } from './outputs.ts';
import { snapshot, write } from './trees.ts';

/** A run that can be killed: what is there before it, and what it generates. */
export interface Scenario {
  readonly name: string;
  /** Below the directory of the test. */
  readonly destination: string;
  readonly prepare: (root: string, environment: Environment) => Promise<void>;
  readonly files: readonly OutputFile[];
  readonly options?: Partial<PlanOptions>;
}

const FIRST = [
  output('changed', 'one\n'),
  output('same', 'same\n'),
  output('orders/gone', 'gone\n'),
  output('rules', 'rules\n', 'owned'),
  { ...output('program', '#!\n'), executable: true },
];

const SECOND = [
  output('changed', 'one\ntwo\n'),
  output('same', 'same\n'),
  output('products/new', 'new\n'),
  output('rules', 'rules 2\n', 'owned'),
  { ...output('program', '#!\n'), executable: false },
];

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a new directory, with one above it',
    destination: 'above/service',
    prepare: async () => undefined,
    files: FIRST.slice(0, 3),
  },
  {
    name: 'a new directory in a directory',
    destination: 'service',
    prepare: async () => undefined,
    files: FIRST.slice(0, 2),
  },
  {
    name: "somebody's directory",
    destination: 'service',
    prepare: (root) => write(root, { 'orders/theirs': 'theirs\n', note: 'note\n' }),
    files: FIRST.slice(1, 3),
  },
  {
    name: 'a service of an older generator, which kept each pristine text as a file',
    destination: 'service',
    async prepare(root, environment) {
      await run(root, FIRST.slice(0, 3), {}, environment);
      await rm(join(root, '.resource-service/bases'));
      const bases = FIRST.slice(0, 3).map(({ path, text }) => [`${path}.base`, text] as const);
      await write(join(root, '.resource-service/base'), Object.fromEntries(bases));
    },
    files: SECOND.slice(0, 3),
  },
  {
    name: 'a service that leaves the generator',
    destination: 'service',
    async prepare(root, environment) {
      const options = { tables: 'tables\n' };
      await run(root, [...FIRST, output('folding', 'folding\n', 'owned')], options, environment);
      await write(root, { rules: 'mine\n', note: 'note\n' });
    },
    files: SECOND,
    options: { isLast: true, retired: ['folding'] },
  },
  {
    name: 'a service with rewritten, new and deleted files',
    destination: 'service',
    async prepare(root, environment) {
      await run(root, FIRST, {}, environment);
      await write(root, { rules: 'mine\n', 'src/mine': 'mine\n' });
      await rm(join(root, 'same'));
      await copyFile(join(root, 'rules'), join(root, 'copy'));
      await chmod(join(root, 'changed'), 0o666);
    },
    files: SECOND,
  },
];

/** The directory of the test before and after an undisturbed run. */
export async function extremes(
  scenario: Scenario,
  directories: readonly [string, string],
  environment: Environment,
): Promise<{ before: Record<string, string>; after: Record<string, string> }> {
  const [untouched, done] = directories;
  await scenario.prepare(join(untouched, scenario.destination), environment);
  await scenario.prepare(join(done, scenario.destination), environment);
  await run(join(done, scenario.destination), scenario.files, scenario.options, environment);
  return { before: await snapshot(untouched), after: await snapshot(done) };
}
