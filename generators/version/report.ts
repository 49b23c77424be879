import { styleText } from 'node:util';
import { timelinePicture, type Standing, type VersionRelease } from '../../src/lifecycle/index.ts';
import { formatPlan, planAsJson } from '../../src/plan/index.ts';
import { formatMistakes } from '../../src/specification/index.ts';
import { hookText } from '../app/draft-text.ts';
import { shownPlace } from '../app/place.ts';
import { counted, harmlessLines } from '../app/text.ts';
import { failureLines } from '../command/failure.ts';
import { exitStatusOf } from '../command/outcome.ts';
import type { VersionOutcome } from './outcome.ts';

/** One JSON document, for programs. */
export function asJson(outcome: VersionOutcome): string {
  const {
    result,
    subcommand,
    destination,
    changes = [],
    remarks = [],
    timeline,
    releases,
    drafted,
  } = outcome;
  const { plan, mistakes = [], refusals = [], failures = [], nextCommands = [] } = outcome;
  const document = {
    result,
    exitStatus: exitStatusOf(outcome),
    command: subcommand ?? null,
    destination: destination ?? null,
    changes,
    remarks,
    timeline: timeline ?? null,
    releases: releases ?? null,
    step:
      drafted === undefined
        ? null
        : { path: drafted.path, text: drafted.text, hooks: hookText(drafted) },
    plan: plan === undefined ? null : planAsJson(plan),
    mistakes,
    refusals,
    errors: failures,
    nextCommands,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export interface TextOptions {
  readonly cwd: string;
  /** Columns of the terminal. */
  readonly width: number;
  /** Where it is shown; colours are left out where that has none. */
  readonly stream: NodeJS.WriteStream;
}

/** For people. */
export function asText(outcome: VersionOutcome, options: TextOptions): string {
  const { timeline, releases = [], result } = outcome;
  const texts = [...changeLines(outcome, options), ...refusalLines(outcome), ...nextLines(outcome)];
  // Only what is of unknown origin is made harmless: colours would be, too.
  const [first = '', ...rest] = texts.map(harmlessLines);
  const mark =
    result === 'written' ? `${styleText('green', '✔', { stream: options.stream })} ` : '';
  const lines = [
    ...(timeline === undefined ? [] : timelineLines(timeline, releases, options)),
    ...(texts.length === 0 ? [] : [mark + first, ...rest]),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const colours: Readonly<Partial<Record<Standing, 'green' | 'cyan' | 'yellow' | 'red' | 'gray'>>> = {
  active: 'green',
  maintained: 'cyan',
  deprecated: 'yellow',
  limited: 'red',
  sunset: 'gray',
};

function timelineLines(
  timeline: NonNullable<VersionOutcome['timeline']>,
  releases: readonly VersionRelease[],
  { width, stream }: TextOptions,
): string[] {
  const picture = timelinePicture(timeline, {
    width,
    paint: (standing, text) => {
      const colour = colours[standing];
      return colour === undefined ? text : styleText(colour, text, { stream });
    },
  });
  const next = timeline.next.map(({ on, label, what }) =>
    harmlessLines(`  ${on}  version ${label} ${what}`),
  );
  return [
    ...picture,
    '',
    ...releaseLines(releases),
    ...(next.length === 0 ? ['Nothing is planned.'] : ['What comes next', ...next]),
  ];
}

/** The newest release of each version, and what is written and not released yet. */
function releaseLines(releases: readonly VersionRelease[]): string[] {
  if (releases.length === 0) return [];
  const lines = releases.map(({ label, release, next, pending, breaking }) => {
    const parts = [
      `  version ${label}  ${release}`,
      ...(next === undefined
        ? []
        : [`version release ${label} would make ${next}, with ${listed(pending)}`]),
      ...(breaking.length === 0
        ? []
        : [`not released again, for only a new version can have ${listed(breaking)}`]),
    ];
    return harmlessLines(parts.join('; '));
  });
  return ['Released', ...lines, ''];
}

function listed(names: readonly string[]): string {
  const most = 5;
  const more = names.length > most ? ` and ${String(names.length - most)} more` : '';
  return names.slice(0, most).join(', ') + more;
}

function changeLines(outcome: VersionOutcome, { cwd }: TextOptions): string[] {
  const { result, changes = [], remarks = [], plan, destination } = outcome;
  const notes = remarks.map((remark) => `  Note: ${remark}`);
  switch (result) {
    case 'written':
      return [
        ...changes,
        ...notes,
        `Written to ${shownPlace(cwd, destination ?? cwd)}: ${writtenOf(plan)}.`,
      ];
    case 'planned':
      return [
        ...changes,
        ...notes,
        '',
        ...(plan === undefined ? [] : formatPlan(plan, { diff: true }).trimEnd().split('\n')),
      ];
    case 'current':
      return [...remarks, 'Nothing was written.'];
    case 'failed':
      return notes;
    case 'left':
      return ['Nothing was written.'];
    case 'interrupted':
      return ['Stopped. Nothing was written.'];
    default:
      return [];
  }
}

function writtenOf(plan: VersionOutcome['plan']): string {
  const files = (plan?.files ?? []).filter(({ action }) => action !== 'unchanged');
  const frozen = files.filter(({ ownership }) => ownership === 'frozen').length;
  const names = files.filter(({ ownership }) => ownership !== 'frozen').map(({ path }) => path);
  return [...names, ...(frozen === 0 ? [] : [counted(frozen, 'frozen file')])].join(', ');
}

function refusalLines(outcome: VersionOutcome): string[] {
  const { mistakes = [], refusals = [], failures = [], plan, result } = outcome;
  const obstacles = result === 'refused' ? (plan?.obstacles ?? []) : [];
  return [
    ...(mistakes.length === 0 ? [] : formatMistakes(mistakes).trimEnd().split('\n')),
    ...refusals.flatMap(({ rule, where, what, whatToDo }) => [
      `${where}: ${what} (${rule})`,
      `  ${whatToDo}`,
    ]),
    ...obstacles.map(({ message }) => message),
    ...failures.flatMap(failureLines),
    ...(result === 'refused' ? ['', 'Nothing was written.'] : []),
  ];
}

function nextLines({ nextCommands = [], drafted }: VersionOutcome): string[] {
  const hooks = drafted === undefined ? [] : hookText(drafted);
  const next = [...nextCommands.slice(0, 1), ...hooks, ...nextCommands.slice(1)];
  return nextCommands.length === 0 ? [] : ['', 'Next', ...next.map((line) => `  ${line}`)];
}
