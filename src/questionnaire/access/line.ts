import { mapValues } from '../../specification/plain.ts';
import { separatorProblem } from '../shorthand/alternatives.ts';

/** A line of grants, taken apart: `order: read: reader, writer; write: writer`, or `-order`. */
export type GrantLine =
  | { readonly kind: 'grants'; readonly of: string; readonly grants: readonly Granted[] }
  | { readonly kind: 'removal'; readonly of: string }
  | { readonly kind: 'mistake'; readonly problem: string };

export interface Granted {
  readonly verbs: readonly string[];
  /** As they were typed. */
  readonly grants: readonly string[];
}

const form = 'a line is resource: verb: roles; verb: roles, such as   order: read: reader';

/** Reads the form alone; what is meant is for the specification to say. */
export function readGrants(line: string): GrantLine {
  if (/^-\S+$/.test(line)) return { kind: 'removal', of: line.slice(1) };
  const [, of, rest = ''] = /^([^\s:;,]+)\s*:\s*(\S.*)$/su.exec(line) ?? [];
  if (of === undefined) return { kind: 'mistake', problem: form };
  const grants: Granted[] = [];
  for (const part of rest.split(';').filter((each) => each.trim() !== '')) {
    const colon = part.indexOf(':');
    const [verbs, granted] = [part.slice(0, colon), part.slice(colon + 1)].map(wordsOf);
    if (colon === -1 || verbs === undefined || verbs.length === 0)
      return { kind: 'mistake', problem: `"${part.trim()}" is not verb: roles; ${form}` };
    if (granted === undefined || granted.length === 0)
      return { kind: 'mistake', problem: `who may ${verbs.join(', ')}? For nobody, type nobody` };
    const problem = barProblem([...verbs, ...granted]);
    if (problem !== undefined) return { kind: 'mistake', problem };
    grants.push({ verbs, grants: granted });
  }
  return grants.length === 0 ? { kind: 'mistake', problem: form } : { kind: 'grants', of, grants };
}

/** The words of a list: separated by commas or spaces. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];
}

/** Why the words are taken for a mistake that separates some of them as documents do, `reader|writer`. */
export function barProblem(words: readonly string[]): string | undefined {
  const [problem] = words
    .filter((word) => word.includes('|'))
    .flatMap((word) => separatorProblem(word, (all) => all.replaceAll(',', ', ')) ?? []);
  return problem;
}

/** Verbs and their grants as a line, those of the same grants together. */
export function writeGrants(
  of: string,
  entries: Readonly<Record<string, readonly string[]>>,
): string {
  const groups = Map.groupBy(Object.entries(entries), ([, grants]) => grantsAsTyped(grants));
  const parts = [...groups].map(
    ([grants, group]) => `${group.map(([verb]) => verb).join(', ')}: ${grants}`,
  );
  return `${of}: ${parts.join('; ')}`;
}

export function grantsAsTyped(grants: readonly string[]): string {
  return grants.length === 0 ? 'nobody' : grants.join(', ');
}

/** The grants that the words of a line stand for: `*` is every role, and `nobody` is none, unless a role has this name. */
export function meantBy(words: readonly string[], roles: readonly string[]): string[] {
  if (words.length === 1 && words[0] === 'nobody' && !roles.includes('nobody')) return [];
  return [...new Set(words.flatMap((word) => (word === '*' ? roles : [word])))];
}

/** By rank, as the roles are listed: all read, all but the first change, and the last one deletes. */
export function byRank(
  verbs: readonly string[],
  roles: readonly string[],
): Record<string, string[]> {
  const writers = roles.length > 1 ? roles.slice(1) : roles;
  const own: Readonly<Record<string, readonly string[]>> = {
    read: roles,
    delete: roles.slice(-1),
  };
  const entries = verbs
    .filter((verb) => verb !== 'replace' || !verbs.includes('update'))
    .map((verb) => [verb, own[verb] ?? writers] as const);
  return mapValues(Object.fromEntries(entries), (grants) => [...grants]);
}
