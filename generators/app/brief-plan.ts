import { formatPlan, kitOf, type Plan, type PlannedFile } from '../../src/plan/index.ts';
import { counted } from './text.ts';

/** As many lines of a plan as one looks through. */
const most = 30;

/**
 * A plan at a glance: what is in the way, if anything is; where all is new and much, the number of files in each folder
 * instead of every path.
 */
export function briefPlan(plan: Plan): string {
  const { files, obstacles } = plan;
  if (obstacles.length > 0) {
    return `In the way (${obstacles.length})\n${obstacles.map(({ message }) => `  ${message}\n`).join('')}`;
  }
  const created = files.filter(({ action }) => action === 'create');
  const others = files.filter(({ action }) => !['create', 'keep', 'unchanged'].includes(action));
  if (created.length <= most || others.length > 0) return formatPlan(plan);
  const lines = [...folderLines(created), ...kitLines(created)];
  return `${counted(created.length, 'file')} to create\n${lines.join('')}`;
}

/** The files that templates of starter kits make, because their code is of somebody else. */
function kitLines(files: readonly PlannedFile[]): string[] {
  return files.flatMap((file) => {
    const kit = kitOf(file);
    return kit === undefined ? [] : [`  ${file.path}: by the kit ${kit}\n`];
  });
}

function folderLines(files: readonly PlannedFile[]): string[] {
  const counts = new Map<string, number>();
  const insideFirst = files.toSorted(
    (a, b) => Number(b.path.includes('/')) - Number(a.path.includes('/')),
  );
  for (const { path } of insideFirst)
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  const width = Math.max(...[...counts.keys()].map(({ length }) => length));
  return [...counts].map(
    ([folder, count]) =>
      `  ${folder.padEnd(width)}  ${String(count).padStart(3)}  ${notes[folder] ?? ''}`.trimEnd() +
      '\n',
  );
}

/** What a person should know of a folder who sees its number of files. */
const notes: Readonly<Record<string, string>> = {
  'src/resources/': 'what the service is about, and your rules',
  'src/runtime/': 'the library, the same in every service',
};

/** The first folder of a path, within `src` the second too. */
function folderOf(path: string): string {
  const segments = path.split('/');
  if (segments.length === 1) return 'beside them';
  const depth = segments[0] === 'src' && segments.length > 2 ? 2 : 1;
  return `${segments.slice(0, depth).join('/')}/`;
}
