import { basename, relative } from 'node:path';
import { kitFile } from '../../src/kits/find.ts';
import { formatMistakes, moreMistakes, type Mistake } from '../../src/specification/index.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { failureLines } from '../command/failure.ts';
import { hookText } from './draft-text.ts';
import { acceptance } from './migration-text.ts';
import type { Outcome } from './outcome.ts';
import { shownPlace } from './place.ts';
import { counted, quoted } from './text.ts';

/** The summary at the end, as lines that are no longer than `width`; commands stay whole. */
export function summaryLines(
  outcome: Outcome,
  cwd: string,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const { mistakes = [], failures = [], plan } = outcome;
  const broken = (all: readonly string[]) => all.flatMap((line) => wrap(line, width));
  const lines = [
    ...resultLines(outcome, cwd),
    ...missingLines(outcome),
    ...typeLines(outcome),
    ...rewriteLines(outcome),
    ...lossLines(outcome),
    ...(mistakes.length === 0 ? [] : mistakeLines(outcome)),
    ...(plan === undefined || plan.obstacles.length === 0 ? [] : obstacleLines(outcome)),
    ...failures.flatMap(failureLines),
  ];
  return [...broken(lines), ...nextLines(outcome, cwd), ...broken(firstStepLines(outcome))];
}

function resultLines(outcome: Outcome, cwd: string): string[] {
  const { result, destination, plan, written, isEjected = false } = outcome;
  const place = shownPlace(cwd, destination ?? cwd);
  switch (result) {
    case 'written':
      return [
        `Written to ${place}: ${writtenOf(plan)}.`,
        ...(isEjected
          ? [
              'It has left the generator: from now on every file is yours to edit, and none is generated.',
            ]
          : []),
      ];
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

/** How many findings are shown: the first ones are often the cause of the others. */
const mostFindings = 20;

function typeLines({ typeFindings = [] }: Outcome): string[] {
  if (typeFindings.length === 0) return [];
  const shown = typeFindings.slice(0, mostFindings);
  const others = typeFindings.length - shown.length;
  return [
    `The type checker has ${counted(typeFindings.length, 'finding')}, which a merge cannot see:`,
    ...shown.map(({ path, line, message }) => `  ${path}:${line}  ${message}`),
    ...(others > 0 ? [`  and ${others} more: npx tsc`] : []),
  ];
}

/** How many packages are named: after an update of the service it may be all of them. */
const mostPackages = 5;

function missingLines({ missingPackages: missing = [], nextCommands = [] }: Outcome): string[] {
  if (missing.length === 0) return [];
  const names = missing.slice(0, mostPackages).join(', ');
  const others = missing.length - mostPackages;
  const all = others > 0 ? `${names} and ${String(others)} more` : names;
  const verb = missing.length === 1 ? 'is' : 'are';
  const install = nextCommands.find((command) => command.endsWith(' install')) ?? 'npm install';
  return [
    `The types were not checked: ${counted(missing.length, 'package')} of package.json ${verb} not installed as it says (${all}).`,
    `Install first (${install}), and then check the types: npx tsc`,
  ];
}

/** A step between versions changes what is stored as well, and the name of the file does not tell. */
function rewriteLines({ result, migration }: Outcome): string[] {
  if (result !== 'written' || migration === undefined || migration.rewrites.length === 0) return [];
  return [
    `Mind: the new migration changes rows that are there, in ${migration.rewrites.join(', ')}, at the next start or npm run migrate.`,
  ];
}

/** Values go only where somebody says so. */
function lossLines({ result, migration }: Outcome): string[] {
  if (result !== 'written' || migration === undefined || migration.losses.length === 0) return [];
  return [
    `Mind: the new migration loses what is there in ${migration.losses.join(', ')}; where there are values, ${acceptance(migration.losses)} carries it out.`,
  ];
}

function writtenOf(plan: Outcome['plan']): string {
  const files = plan?.files ?? [];
  const count = (action: string): number => files.filter((file) => file.action === action).length;
  const parts = [
    [count('create'), 'created'],
    [count('rewrite'), 'rewritten'],
    [count('merge'), 'merged with your changes'],
    [count('delete'), 'deleted'],
  ] as const;
  const words = parts
    .filter(([number]) => number > 0)
    .map(([number, what], index) => `${index === 0 ? counted(number, 'file') : number} ${what}`);
  return words.length === 0 ? 'the records of the generator' : words.join(', ');
}

function mistakeLines({ mistakes = [] }: Outcome): string[] {
  const isOfKits = mistakes.every(({ file }) => basename(file) === kitFile);
  return [
    ...formatMistakes(mistakes).trimEnd().split('\n'),
    '',
    `${countOf(mistakes)} in the ${isOfKits ? 'kit' : 'specification'}. Nothing was written.`,
  ];
}

function countOf(mistakes: readonly Mistake[]): string {
  const isWhole = mistakes.at(-1)?.code !== moreMistakes;
  const number = counted(mistakes.length - (isWhole ? 0 : 1), 'mistake');
  return isWhole ? number : `More than ${number}`;
}

function obstacleLines({ result, plan, conflictFiles = [] }: Outcome): string[] {
  const count = counted(plan?.obstacles.length ?? 0, 'file');
  if (conflictFiles.length > 0) {
    return [
      `Nothing was written but ${conflictFiles.join(', ')}: ${count} in the way, listed above with what to do.`,
    ];
  }
  const verb = result === 'planned' ? 'would be' : 'was';
  return [`Nothing ${verb} written: ${count} in the way, listed above with what to do.`];
}

function nextLines({ nextCommands = [], destination, drafted }: Outcome, cwd: string): string[] {
  if (nextCommands.length === 0) return [];
  const path = destination === undefined ? '' : relative(cwd, destination);
  const commands = [...(path === '' ? [] : [`cd ${quoted(path)}`]), ...nextCommands];
  const hooks = drafted === undefined ? [] : hookText(drafted);
  return ['', 'Next', ...[...hooks, ...commands].map((line) => `  ${line}`)];
}

/**
 * What a person needs who made a service. The generator writes no lock file: the packages of the day on which a service is made
 * are the first ones.
 */
function firstStepLines({ nextCommands = [], plan }: Outcome): string[] {
  if (nextCommands.length === 0) return [];
  const isNew = plan?.files.some(
    ({ path, action }) => path === 'package.json' && action === 'create',
  );
  return isNew === true
    ? [
        '',
        'README.md there says how to make a key for a client, and where your own code goes.',
        'Commit the lock file that the installation writes: CI and the Dockerfile install by it.',
      ]
    : [];
}
