import { unifiedDiff } from './diff.ts';
import type { LeaveReason, Plan, PlannedFile } from './types.ts';

export interface FormatOptions {
  /** Also show what changes in each rewritten file. */
  readonly diff?: boolean;
}

type Action = PlannedFile['action'];

const HEADINGS: readonly (readonly [Action, string])[] = [
  ['create', 'Create'],
  ['rewrite', 'Rewrite'],
  ['merge', 'Merge with your changes'],
  ['delete', 'Delete, no longer generated'],
  ['leave', 'Leave, no longer generated'],
  ['deleted-by-user', 'Deleted by you, stays deleted'],
];

const REASONS: Readonly<Record<LeaveReason, string>> = {
  edited: 'you edited it',
  owned: 'it is yours',
  frozen: 'it is a contract',
  link: 'it is behind a link',
  'not-a-file': 'it is no file',
};

/** A plan for people: counts, then the files by what happens to them, sorted. Unchanged files and theirs are only counted. */
export function formatPlan(plan: Plan, { diff = false }: FormatOptions = {}): string {
  const sections = HEADINGS.map(([action, heading]) => {
    const files = plan.files.filter((file) => file.action === action);
    return formatSection(
      heading,
      files.map((file) => formatFile(file, diff)),
    );
  });
  const obstacles = plan.obstacles.map(({ message }) => `  ${message}\n`);
  return [formatCounts(plan), ...sections, formatSection('In the way', obstacles)]
    .filter((section) => section !== '')
    .join('\n');
}

function formatCounts({ files, obstacles, changes }: Plan): string {
  const count = (action: Action): number => files.filter((file) => file.action === action).length;
  const counts = [
    [count('create'), 'to create'],
    [count('rewrite'), 'to rewrite'],
    [count('merge'), 'to merge'],
    [count('delete'), 'to delete'],
    [count('leave'), 'no longer generated but left'],
    [count('deleted-by-user'), 'deleted by you'],
    [count('keep'), 'kept as they are'],
    [count('unchanged'), 'unchanged'],
  ] as const;
  const words = counts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`);
  if (words.length === 0) words.push('No files');
  const state = changes.length === 0 ? ' Nothing to write.' : '';
  const end =
    obstacles.length === 0 ? state : ` Nothing is written: ${obstacles.length} in the way.`;
  return `${words.join(', ')}.${end}\n`;
}

function formatSection(heading: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${heading} (${items.length})\n${items.join('')}`;
}

function formatFile(file: PlannedFile, diff: boolean): string {
  if (file.action === 'leave') return `  ${file.path}: ${REASONS[file.because]}\n`;
  if (file.action === 'deleted-by-user' && file.similar !== undefined) {
    return `  ${file.path}: perhaps moved to ${file.similar}\n`;
  }
  const kit = kitOf(file);
  const path = kit === undefined ? file.path : `${file.path}: by the kit ${kit}`;
  if (file.action === 'create') return `  ${path}\n`;
  if (file.action !== 'rewrite' && file.action !== 'merge') return `  ${file.path}\n`;
  if (file.before === file.after) return `  ${file.path}: permissions\n`;
  return `  ${path}\n${diff ? indent(unifiedDiff(file.before, file.after)) : ''}`;
}

/** The starter kit whose template makes a file: such a template is called KIT:PATH. Undefined: it is the generator's. */
export function kitOf({ template }: Pick<PlannedFile, 'template'>): string | undefined {
  return /^([^:]+):/.exec(template)?.[1];
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}
