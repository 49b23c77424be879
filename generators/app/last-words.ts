import { relative } from 'node:path';
import { consequenceCodes } from '../../src/consequences.ts';
import { formatMistakes, moreMistakes, type Mistake } from '../../src/specification/index.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { failureLines } from '../command/failure.ts';
import type { Outcome } from './outcome.ts';
import { shownPlace } from './place.ts';
import { counted } from './text.ts';

/** The summary at the end, as lines that are no longer than `width`; commands stay whole. */
export function lastWords(
  outcome: Outcome,
  cwd: string,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const { mistakes = [], failures = [], plan } = outcome;
  const broken = (lines: readonly string[]) => lines.flatMap((line) => wrap(line, width));
  const told = [
    ...summary(outcome, cwd),
    ...consequenceLines(outcome),
    ...(mistakes.length === 0 ? [] : mistakeLines(outcome)),
    ...(plan === undefined || plan.obstacles.length === 0 ? [] : obstacleLines(outcome)),
    ...failures.flatMap(failureLines),
  ];
  return [...broken(told), ...nextLines(outcome, cwd), ...broken(lockFileLines(outcome))];
}

function summary({ result, destination, plan, written }: Outcome, cwd: string): string[] {
  const place = shownPlace(cwd, destination ?? cwd);
  switch (result) {
    case 'written':
      return [`Written to ${place}: ${writtenOf(plan)}.`];
    case 'current':
      return [`Everything in ${place} is as the specification says; nothing was written.`];
    case 'left':
      return ['Nothing was written.'];
    case 'interrupted':
      return [
        written === true
          ? `Stopped while installing; ${place} is written.`
          : 'Stopped. Nothing was written.',
      ];
    default:
      return [];
  }
}

/** Once more what was said before the plan, because it is written now. */
function consequenceLines({ result, warnings = [] }: Outcome): string[] {
  if (result !== 'written') return [];
  return warnings
    .filter(({ code }) => consequenceCodes.has(code))
    .map(({ message }) => `Mind: ${message}.`);
}

function writtenOf(plan: Outcome['plan']): string {
  const files = plan?.files ?? [];
  const count = (action: string): number => files.filter((file) => file.action === action).length;
  const parts = [
    [count('create'), 'created'],
    [count('rewrite'), 'rewritten'],
    [count('delete'), 'deleted'],
  ] as const;
  const words = parts
    .filter(([number]) => number > 0)
    .map(([number, what], index) => `${index === 0 ? counted(number, 'file') : number} ${what}`);
  return words.length === 0 ? 'the records of the generator' : words.join(', ');
}

function mistakeLines({ mistakes = [] }: Outcome): string[] {
  return [
    ...formatMistakes(mistakes).trimEnd().split('\n'),
    '',
    `${countOf(mistakes)} in the specification. Nothing was written.`,
  ];
}

function countOf(mistakes: readonly Mistake[]): string {
  const isWhole = mistakes.at(-1)?.code !== moreMistakes;
  const number = counted(mistakes.length - (isWhole ? 0 : 1), 'mistake');
  return isWhole ? number : `More than ${number}`;
}

function obstacleLines({ result, plan }: Outcome): string[] {
  const count = counted(plan?.obstacles.length ?? 0, 'file');
  const verb = result === 'planned' ? 'would be' : 'was';
  return [`Nothing ${verb} written: ${count} in the way, listed above with what to do.`];
}

function nextLines({ nextCommands = [], destination }: Outcome, cwd: string): string[] {
  if (nextCommands.length === 0) return [];
  const path = destination === undefined ? '' : relative(cwd, destination);
  const commands = [...(path === '' ? [] : [`cd ${quoted(path)}`]), ...nextCommands];
  return ['', 'Next', ...commands.map((command) => `  ${command}`)];
}

/** The generator writes no lock file: the packages of the day on which a service is made are the first ones. */
function lockFileLines({ nextCommands = [], plan }: Outcome): string[] {
  if (nextCommands.length === 0) return [];
  const isNew = plan?.files.some(
    ({ path, action }) => path === 'package.json' && action === 'create',
  );
  return isNew === true
    ? [
        '',
        'Commit the lock file that the installation writes: CI and the Dockerfile install by it.',
      ]
    : [];
}

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
