import {
  type Applied,
  applyPlan,
  type Environment,
  makePlan,
  nodeEnvironment,
  type OutputFile,
  type Ownership,
  type Plan,
  type PlanOptions,
} from '../../../src/plan/index.ts';

export const OPTIONS: PlanOptions = { generator: '0.1.0', header: { specification: 'abc' } };

/** An output file as the rendering would hand it over. */
export function output(path: string, text: string, ownership: Ownership = 'generated'): OutputFile {
  return { path, text, ownership, template: `${path}.hbs` };
}

/** Output files by path. */
export function generated(files: Readonly<Record<string, string>>): OutputFile[] {
  return Object.entries(files).map(([path, text]) => output(path, text));
}

/** Plans and applies. */
export async function run(
  destination: string,
  files: readonly OutputFile[],
  options: Partial<PlanOptions> = {},
  environment: Environment = nodeEnvironment,
): Promise<{ plan: Plan; applied: Applied }> {
  const plan = await makePlan(destination, files, { ...OPTIONS, ...options }, environment);
  return { plan, applied: await applyPlan(plan, {}, environment) };
}

export function plan(
  destination: string,
  files: readonly OutputFile[],
  options: Partial<PlanOptions> = {},
): Promise<Plan> {
  return makePlan(destination, files, { ...OPTIONS, ...options });
}

/** Each file's action by path, an obstacle's reason with an exclamation mark. */
export function actions({ files, obstacles }: Plan): Record<string, string> {
  return Object.fromEntries([
    ...files.map(({ path, action }) => [path, action]),
    ...obstacles.map(({ path, reason }) => [path, `${reason}!`]),
  ]);
}
