import type { Flag, Version } from '../../specification/index.ts';
import { defined, own } from '../../specification/plain.ts';
import { isDateLabel } from '../../specification/versions/labels.ts';
import type { TypedEntry } from './typed-entry.ts';

/** The days of a version that are typed, in the order in which they are shown. */
export const typedStages = ['released', 'maintained', 'announced', 'deprecated', 'sunset'] as const;
export type TypedStages = Pick<Version, (typeof typedStages)[number]>;

/**
 * Reads `1: 2024-03-01 deprecated 2026-01-01 sunset 2026-07-01`, `2` (a draft), `2026-03-01` (a date, released then),
 * or `-1`.
 */
export function readVersion(line: string): TypedEntry<TypedStages> {
  if (/^-\S+$/.test(line)) return { kind: 'removal', name: line.slice(1) };
  const [, name = '', rest = ''] = /^([^\s:]+)\s*(?::\s*)?(.*)$/s.exec(line) ?? [];
  const words = rest.split(/[\s,]+/).filter((word) => word !== '');
  if (name === '') return mistake('a version is written 1: 2026-03-01');
  if (words.length === 0) {
    return { kind: 'entry', name, entry: isDateLabel(name) ? { released: name } : {} };
  }
  if (words.join(' ') === 'draft') return { kind: 'entry', name, entry: {} };
  const [first = ''] = words;
  const stages = stagesIn(/^[0-9]/.test(first) ? ['released', ...words] : words);
  return typeof stages === 'string' ? mistake(stages) : { kind: 'entry', name, entry: stages };
}

/** Each word with the day behind it; a text says what is wrong. */
function stagesIn(words: readonly string[]): TypedStages | string {
  const stages: Record<string, string> = {};
  for (let position = 0; position < words.length; position += 2) {
    const [word = '', day] = words.slice(position, position + 2);
    if (!typedStages.some((stage) => stage === word)) {
      return `"${word}" is not understood; a day can follow, and ${typedStages.slice(1).join(', ')} with a day`;
    }
    if (day === undefined) return `a day is missing after ${word}, such as ${word} 2026-03-01`;
    if (own(stages, word) !== undefined) return `${word} is there twice`;
    stages[word] = day;
  }
  return stages;
}

/** The line that would be typed. */
export function writeVersion(label: string, version: TypedStages): string {
  const days = typedStages.flatMap((stage) => {
    const day = version[stage];
    if (day === undefined) return [];
    return [stage === 'released' ? day : `${stage} ${day}`];
  });
  return `${label}: ${days.length === 0 ? 'draft' : days.join(' ')}`;
}

const flagWords = ['requires', 'conflicts'] as const;
const flagStates = ['graduated', 'withdrawn'] as const;

/** Reads `new-totals requires split-name conflicts old-totals graduated`, or `-new-totals`. */
export function readFlag(line: string): TypedEntry<Flag> {
  if (/^-\S+$/.test(line)) return { kind: 'removal', name: line.slice(1) };
  const [name = '', ...words] = line.split(/[\s,:]+/).filter((word) => word !== '');
  if (name === '') return mistake('a flag is written as its name, such as split-name');
  const lists: { requires?: string[]; conflicts?: string[] } = {};
  let state: Flag['state'];
  let open: string[] | undefined;
  for (const word of words) {
    const list = flagWords.find((each) => each === word);
    const stated = flagStates.find((each) => each === word);
    if (list !== undefined) open = lists[list] ??= [];
    else if (stated === undefined && open !== undefined) open.push(word);
    else if (stated !== undefined && state === undefined) [state, open] = [stated, undefined];
    else {
      const follows = [...flagWords, ...flagStates].join(', ');
      return mistake(`"${word}" is not understood; what can follow is ${follows}`);
    }
  }
  const empty = flagWords.find((key) => lists[key]?.length === 0);
  if (empty !== undefined) return mistake(`names of flags are missing after ${empty}`);
  return { kind: 'entry', name, entry: { ...defined({ state }), ...lists } };
}

/** The line that would be typed; a description and what it changes are not in it. */
export function writeFlag(name: string, flag: Flag): string {
  const { state, requires = [], conflicts = [] } = flag;
  return [
    name,
    ...(requires.length === 0 ? [] : ['requires', ...requires]),
    ...(conflicts.length === 0 ? [] : ['conflicts', ...conflicts]),
    ...(state === undefined || state === 'active' ? [] : [state]),
  ].join(' ');
}

function mistake(problem: string): { kind: 'mistake'; problem: string } {
  return { kind: 'mistake', problem };
}
