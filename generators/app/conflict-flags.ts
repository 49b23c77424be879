import { posix } from 'node:path';
import type { Decisions } from '../../src/generate.ts';
import type { Plan, Resolution } from '../../src/plan/index.ts';
import type { Failure } from '../command/failure.ts';
import { usage } from '../command/usage.ts';
import type { CommandLine } from './command-line.ts';

/** What the flags decide about the files of a plan; each has to name a file that waits for it. */
export function decisionsBy(
  { keep = [], take = [], drop = [] }: CommandLine,
  { obstacles, files }: Plan,
): { ok: true; decisions: Decisions } | { ok: false; failures: readonly Failure[] } {
  const conflicting = obstacles.filter(({ reason }) => decidable.has(reason));
  // What goes by itself may be named, too: rules that move to the new name of their resource.
  const left = files.filter(
    (file) => file.action === 'delete' || (file.action === 'leave' && droppable.has(file.because)),
  );
  const [kept, taken, dropped] = [keep.map(normalized), take.map(normalized), drop.map(normalized)];
  const failures = [
    ...unknown(
      '--keep',
      kept,
      conflicting,
      'It is not in conflict, so there is nothing to decide.',
    ),
    ...unknown(
      '--take',
      taken,
      conflicting,
      'It is not in conflict, so there is nothing to decide.',
    ),
    ...unknown('--drop', dropped, left, 'It is not a file of yours that is no longer generated.'),
    ...kept
      .filter((path) => taken.includes(path))
      .map((path) => usage('--keep', `${path} is also named by --take.`, 'Choose one of the two.')),
  ];
  if (failures.length > 0) return { ok: false, failures };
  const resolutions = new Map<string, Resolution>([
    ...kept.map((path) => [path, 'mine'] as const),
    ...taken.map((path) => [path, 'next'] as const),
  ]);
  return { ok: true, decisions: { resolutions, drop: dropped } };
}

const decidable: ReadonlySet<string> = new Set(['conflict', 'foreign', 'edited']);
const droppable: ReadonlySet<string> = new Set(['edited', 'owned']);

function unknown(
  option: string,
  paths: readonly string[],
  known: readonly { readonly path: string }[],
  what: string,
): Failure[] {
  return paths
    .filter((path) => !known.some((each) => each.path === path))
    .map((path) =>
      usage(`${option} ${path}`, what, 'Give a path as the plan shows it (--dry-run).'),
    );
}

function normalized(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/'));
}
