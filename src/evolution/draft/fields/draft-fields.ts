import type { FieldOperation } from '../../steps/schema.ts';
import { containerOf, segmentsOf } from '../../compose/members.ts';
import { hookChoice, isHook, placeOf, type About } from '../about.ts';
import { draftAdded } from './added.ts';
import { destiniesOf, type Destiny } from './destinies.ts';
import {
  differences,
  leavesOf,
  pairedOf,
  type Fields,
  type Found,
  type Pair,
} from './differences.ts';
import { draftPresence } from './presence.ts';
import { draftRemoved } from './removed.ts';
import { draftRetyped, isRetyped } from './retyped.ts';
import { draftValues } from './values.ts';

/** The operations that lead from the fields of the older version to those of the newer one. */
export function draftFields(older: Fields, newer: Fields, about: About): FieldOperation[] {
  return drafted(differences(older, newer), about);
}

function drafted(
  { gone, fresh, pairs }: ReturnType<typeof differences>,
  about: About,
): FieldOperation[] {
  const { destinies, isOpen } = destiniesOf(gone, fresh, about);
  const leaves = { gone: gone.flatMap(withLeaves), fresh: fresh.flatMap(withLeaves) };
  const became = [...destinies].filter(
    (entry): entry is [string, string | readonly string[]] => entry[1] !== null,
  );
  const targets = new Map<string, string[]>();
  for (const [path, to] of became) {
    if (typeof to === 'string') targets.set(to, [...(targets.get(to) ?? []), path]);
  }
  const used = new Set<string>(became.flatMap(([, to]) => to));
  const isUsed = (path: string) => used.has(path);
  const operations: FieldOperation[] = [];
  const kept: Pair[] = [];
  const inside: ReturnType<typeof differences>[] = [];
  for (const [to, from] of outermostFirst(targets)) {
    const [only = ''] = from;
    if (from.length > 1) {
      operations.push(...draftMerge(from, to, about));
      continue;
    }
    const isBeside = containerOf(only) === containerOf(to);
    operations.push(isBeside ? { rename: { from: only, to } } : { move: { from: only, to } });
    const [was, is] = [fieldAt(leaves.gone, only), fieldAt(leaves.fresh, to)];
    if (was === undefined || is === undefined) continue;
    const { gone: lost, fresh: won, pairs: both } = pairedOf({ path: to, older: was, newer: is });
    kept.push(...both);
    inside.push({ gone: lost, fresh: won.flatMap((each) => unusedOf(each, isUsed)), pairs: [] });
  }
  for (const [path, to] of became) {
    if (typeof to !== 'string') operations.push(...draftSplit(path, to, about));
  }
  // What may still become something else is not given up before that is answered.
  const lost = isOpen
    ? []
    : gone.flatMap((each) => unusedOf(each, (path) => isTaken(destinies, path)));
  const won = isOpen ? [] : fresh.flatMap((each) => unusedOf(each, isUsed));
  return [
    ...operations,
    ...inside.flatMap((each) => drafted(each, about)),
    ...lost.flatMap((each) => draftRemoved(each, about)),
    ...won.flatMap((each) => draftAdded(each, about)),
    ...[...pairs, ...kept].flatMap((pair) => draftPair(pair, about)),
  ];
}

function draftPair(pair: Pair, about: About): FieldOperation[] {
  // Of items of a list there is always a value.
  const presence = pair.path.endsWith('[]') ? [] : draftPresence(pair, about);
  if (isRetyped(pair)) return [...draftRetyped(pair, about), ...presence];
  return [...draftValues(pair, about), ...presence];
}

function draftSplit(field: string, into: readonly string[], about: About): FieldOperation[] {
  const separator = askSeparator(
    field,
    {
      where: `between the parts of "${field}"`,
      how: `A text without it goes into "${into[0] ?? ''}" as a whole. Where a text has it more often, "${into.at(-1) ?? ''}" takes all that is left.`,
    },
    about,
  );
  if (separator === undefined) return [];
  const by = separator === 'hook' ? { by: separator } : separator;
  return [{ split: { field, into: [...into], ...by } }];
}

function draftMerge(fields: readonly string[], into: string, about: About): FieldOperation[] {
  const separator = askSeparator(
    into,
    {
      where: `between the parts that "${into}" is made of`,
      how: `Older clients are shown a text without it in "${fields[0] ?? ''}" as a whole. Where a text has it more often, "${fields.at(-1) ?? ''}" takes all that is left.`,
    },
    about,
  );
  if (separator === undefined) return [];
  const by = separator === 'hook' ? { by: separator } : separator;
  return [{ merge: { fields: [...fields], into, ...by } }];
}

function askSeparator(
  path: string,
  { where, how }: { readonly where: string; readonly how: string },
  about: About,
) {
  return about.asked.ask<{ readonly separator: string } | 'hook'>(
    {
      place: placeOf(about, path, 'separator'),
      text: `What stands ${where} ${about.whose}?`,
      help: `A text of at most 20 characters, or {"by": "hook"} for functions that you write. ${how}`,
      choices: [
        { value: ' ', says: 'a space' },
        { value: ', ', says: 'a comma and a space' },
        hookChoice,
      ],
      isOpen: true,
    },
    (answer) => {
      if (isHook(answer)) return { value: 'hook' };
      return typeof answer === 'string' && answer !== '' && answer.length <= 20
        ? { value: { separator: answer } }
        : { problem: `${JSON.stringify(answer)} is no text of 1 to 20 characters` };
    },
  );
}

/** An object takes its new name before anything moves into it. */
function outermostFirst(targets: ReadonlyMap<string, string[]>): [string, string[]][] {
  return [...targets].toSorted(([a], [b]) => segmentsOf(a).length - segmentsOf(b).length);
}

function withLeaves(found: Found): Found[] {
  const leaves = leavesOf(found);
  return found.field.type === 'object' ? [found, ...leaves] : leaves;
}

function fieldAt(all: readonly Found[], path: string) {
  return all.find((each) => each.path === path)?.field;
}

function isTaken(destinies: ReadonlyMap<string, Destiny>, path: string): boolean {
  return (destinies.get(path) ?? null) !== null;
}

/** The field as a whole where nothing of it is used, else what of it is not. */
function unusedOf(found: Found, isUsed: (path: string) => boolean): Found[] {
  const { path, field } = found;
  if (isUsed(path)) return [];
  if (field.type !== 'object' || !leavesOf(found).some((leaf) => isUsed(leaf.path))) return [found];
  return Object.entries(field.fields).flatMap(([name, each]) =>
    unusedOf({ path: `${path}.${name}`, field: each }, isUsed),
  );
}
