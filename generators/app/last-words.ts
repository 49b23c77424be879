import { relative } from 'node:path';
import { formatMistakes } from '../../src/specification/index.ts';
import { failureLines } from '../command/failure.ts';
import type { Outcome } from './outcome.ts';
import { shownPlace } from './place.ts';
import { counted } from './text.ts';

/** What a person is told at the end, as lines. */
export function lastWords(outcome: Outcome, cwd: string): string[] {
  const { mistakes = [], failures = [], plan } = outcome;
  return [
    ...summary(outcome, cwd),
    ...(mistakes.length === 0 ? [] : mistakeLines(outcome)),
    ...(plan === undefined || plan.obstacles.length === 0 ? [] : obstacleLines(outcome)),
    ...failures.flatMap(failureLines),
    ...nextLines(outcome, cwd),
  ];
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
    `${counted(mistakes.length, 'mistake')} in the specification. Nothing was written.`,
  ];
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

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
