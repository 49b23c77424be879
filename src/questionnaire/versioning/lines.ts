import { oldestFirst, type Flag, type Mistake, type Version } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText, type Help } from '../asking.ts';
import { mistakesIn, problemOf, sentences } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import type { TypedEntry } from '../shorthand/typed-entry.ts';
import {
  readFlag,
  readVersion,
  typedStages,
  writeFlag,
  writeVersion,
  type TypedStages,
} from '../shorthand/version.ts';
import { renamed, strategyOf } from './strategy.ts';
import { withoutName } from '../without.ts';
import { flagsOf, withVersioning } from './change.ts';

/** Things that are typed one on a line, by their names. */
interface Lines<C, T> {
  readonly message: string;
  readonly what: string;
  /** Said before the first line. */
  readonly introduction: (draft: Draft) => readonly string[];
  readonly help: (draft: Draft) => Help;
  readonly key: 'versions' | 'flags';
  readonly read: (line: string) => TypedEntry<C>;
  readonly write: (name: string, value: T) => string;
  readonly present: (draft: Draft) => Readonly<Record<string, T>>;
  readonly withAll: (draft: Draft, all: Readonly<Record<string, T>>) => Draft;
  /** What was typed, with what of its name was not asked for. */
  readonly merged: (typed: C, present: T | undefined) => T;
  /** A line that was typed under another strategy, as it is written under this one. */
  readonly adapt: (draft: Draft, line: string) => string | undefined;
  /** Mistakes that more lines may put right: they hold the end of the questions, and not a line. */
  readonly unfinished: ReadonlySet<string>;
}

const versions: Lines<TypedStages, Version> = {
  message: 'Version',
  what: 'version',
  introduction: (draft) => [
    ...(strategyOf(draft) === 'date'
      ? [
          '2024-03-01      a version by the day of its release',
          '2024-03-01 deprecated 2026-01-01 sunset 2026-09-01',
          '  ?: help   -2024-03-01 removes   empty: done',
        ]
      : [
          '1: 2024-03-01   the day of its release; 2 alone is a draft',
          '1: 2024-03-01 deprecated 2026-01-01 sunset 2026-09-01',
          '  ?: help   -1 removes   empty: done',
        ]),
    'Limits of a deprecated version: resource-service version limit LABEL, later.',
    'Its migration guide: resource-service version deprecate LABEL --guide URL.',
  ],
  help: (draft) => ({
    text: [
      'A version is its name: the day of its release, and behind that',
      '  maintained  from when it only gets corrections',
      '  announced   when its end was made known',
      '  deprecated  from when clients are asked to leave it',
      '  sunset      from when it answers 410: at least 180 days later, and two other versions are left; with two versions in all it takes versioning.exceptions in the file',
      'Where versions are dates, the name is the day of its release.',
      'The file describes the newest one. All of it happens by the clock.',
    ],
    example:
      strategyOf(draft) === 'date'
        ? ['2026-03-01', '2023-03-01 maintained 2025-03-01 deprecated 2026-01-01']
        : ['1: 2023-03-01 maintained 2025-03-01 deprecated 2026-01-01 sunset 2026-09-01', '2'],
  }),
  key: 'versions',
  read: readVersion,
  write: writeVersion,
  present: ({ versioning }) => versioning?.versions ?? {},
  withAll: (draft, all) => withVersioning(draft, { versions: all }),
  merged: (typed, present = {}) => {
    const others = typedStages.reduce<Record<string, unknown>>(withoutName, { ...present });
    return { ...typed, ...others };
  },
  adapt: versionLine,
  unfinished: new Set([
    'two-supported-versions',
    'without-release',
    'out-of-order',
    'unknown-version',
    'default-version',
    'missing-key',
  ]),
};

const flags: Lines<Flag, Flag> = {
  message: 'Flag',
  what: 'flag',
  introduction: () => [
    'name, such as   split-name',
    '  new-totals requires split-name conflicts old-totals',
    '  ?: help   -name removes   empty: done',
    'What a flag changes: versioning.flags.NAME.changes in service.yaml.',
  ],
  help: () => ({
    text: [
      'A flag is one change that clients can ask for. Behind its name:',
      '  requires   flags that have to be asked for along with it',
      '  conflicts  flags that cannot be asked for along with it',
      '  graduated  holds for everybody now',
      '  withdrawn  answers 410',
      'They are applied in this order. Rules ask by its name whether one holds.',
      'What it changes of fields is written in service.yaml, and kept as it is.',
    ],
    example: [
      'split-name',
      'new-totals requires split-name conflicts old-totals',
      'old-totals withdrawn',
    ],
  }),
  key: 'flags',
  read: readFlag,
  write: (name, flag) => writeFlag(name, flag) + changedBy(flag),
  present: flagsOf,
  withAll: (draft, all) => withVersioning(draft, { flags: all }),
  merged: (typed, { description, changes } = {}) => ({
    ...(description === undefined ? {} : { description }),
    ...typed,
    ...(changes === undefined ? {} : { changes }),
  }),
  adapt: (_, line) => line,
  unfinished: new Set(['unknown-flag']),
};

/** The version of a line by the name that the present strategy gives it; one without a day has no name that is a date. */
function versionLine(draft: Draft, line: string): string | undefined {
  const typed = readVersion(line);
  if (typed.kind !== 'entry') return line;
  const before = Object.keys(draft.versioning?.versions ?? {}).length;
  const [named] = Object.entries(renamed({ [typed.name]: typed.entry }, strategyOf(draft), before));
  return named === undefined ? undefined : writeVersion(...named);
}

/** What only the file says in full. */
function changedBy({ changes }: Flag): string {
  const names = Object.keys(changes?.resources ?? {});
  return names.length === 0 ? '' : `   (changes ${names.join(', ')})`;
}

export const askVersions = (ask: Ask, draft: Draft): Promise<Draft> =>
  askLines(ask, draft, versions);
export const askFlags = (ask: Ask, draft: Draft): Promise<Draft> => askLines(ask, draft, flags);

async function askLines<C, T>(ask: Ask, draft: Draft, lines: Lines<C, T>): Promise<Draft> {
  for (const line of lines.introduction(draft)) ask.say(`  ${line}`);
  let answered = draft;
  show(ask, answered, lines);
  for (;;) {
    const present = answered;
    const line = await askText(ask, {
      message: lines.message,
      help: lines.help(draft),
      check: (typed) => lineProblem(present, typed, lines),
      adapt: (earlier) => lines.adapt(present, earlier),
    });
    if (line === '') return present;
    answered = withLine(present, line, lines);
    show(ask, answered, lines);
  }
}

function show<C, T>(ask: Ask, draft: Draft, { present, write, key }: Lines<C, T>): void {
  const all = present(draft);
  const names = key === 'versions' ? oldestFirst(Object.keys(all)) : Object.keys(all);
  for (const name of names) {
    const value = own(all, name);
    if (value !== undefined) ask.say(`    ${printable(write(name, value))}`);
  }
}

/** The draft with what was typed; a mistake changes nothing. */
function withLine<C, T>(draft: Draft, line: string, lines: Lines<C, T>): Draft {
  const typed = lines.read(line);
  const present = lines.present(draft);
  if (typed.kind === 'mistake') return draft;
  if (typed.kind === 'removal') return lines.withAll(draft, withoutName(present, typed.name));
  const value = lines.merged(typed.entry, own(present, typed.name));
  return lines.withAll(draft, { ...present, [typed.name]: value });
}

/** What is wrong with a line; an empty one is the end, at which all of it hangs together. */
function lineProblem<C, T>(draft: Draft, line: string, lines: Lines<C, T>): string | undefined {
  if (line === '') {
    const mistakes = mistakesIn(draft).filter((mistake) => isAbout(mistake, lines.key));
    return mistakes.length === 0 ? undefined : sentences(mistakes);
  }
  const typed = lines.read(line);
  if (typed.kind === 'mistake') return printable(typed.problem);
  if (typed.kind === 'removal') {
    if (own(lines.present(draft), typed.name) !== undefined) return undefined;
    return `There is no ${lines.what} ${printable(typed.name)}.`;
  }
  return problemOf(
    draft,
    withLine(draft, line, lines),
    ({ code, path }) =>
      lines.unfinished.has(code) && !(code === 'out-of-order' && path.includes(typed.name)),
  );
}

/** Which version clients get that name none is asked afterwards. */
function isAbout({ path, code }: Mistake, key: string): boolean {
  if (path[0] !== 'versioning' || code === 'default-version') return false;
  return path[1] === key || (path[1] === 'strategy' && key === 'versions');
}
