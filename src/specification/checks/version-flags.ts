import { validateForm } from '../validators/form.ts';
import { atValue, keyIssues, type Issue } from '../issue.ts';
import { kebabCaseOf } from '../names/casing.ts';
import { nearest } from '../nearest.ts';
import { defined, isMapping, own } from '../plain.ts';
import type { Flag } from '../schema.ts';
import { kebabCase } from '../schema/forms.ts';
import { defaults } from '../schema/defaults.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { circlesIn, shownCircle } from './graph.ts';
import type { CheckContext } from './check-context.ts';

type Flags = Readonly<Record<string, Flag>>;

const place = ['versioning', 'flags'];
const keys = ['requires', 'conflicts'] as const;

/** Flags name each other, none needs itself in the end, and each can be asked for with all that it needs. */
export function flagIssues({ valid, raw }: CheckContext): Issue[] {
  const written = valueAt(raw, place);
  const names = Object.keys(isMapping(written) ? written : {});
  const flags = valid.versioning?.flags ?? {};
  const circles = circleIssues(flags);
  return [
    ...names.flatMap((name) =>
      keyIssues([...place, name], validateForm(name, kebabCase, 60, kebabCaseOf)),
    ),
    ...Object.entries(flags).flatMap(([name, flag]) => mentionIssues(name, flag, names)),
    ...circles,
    ...Object.keys(flags).flatMap((name) => [
      ...stateIssues(name, flags),
      ...(circles.length > 0 ? [] : conflictIssues(name, flags)),
    ]),
  ];
}

function mentionIssues(name: string, flag: Flag, names: readonly string[]): Issue[] {
  return keys.flatMap((key) =>
    (flag[key] ?? []).flatMap((other, position) => {
      const path = [...place, name, key, position];
      if (other === name && key === 'conflicts') {
        const message = `${shown(name)} cannot conflict with itself`;
        return [atValue(path, { code: 'contradiction', message })];
      }
      if (names.includes(other)) return [];
      return [
        atValue(path, {
          code: 'unknown-flag',
          message: `there is no flag ${shown(other)}`,
          found: shown(other),
          allowed: names,
          ...defined({ suggestion: nearest(other, names) }),
        }),
      ];
    }),
  );
}

function circleIssues(flags: Flags): Issue[] {
  const edges = Object.entries(flags).flatMap(([from, { requires = [] }]) =>
    requires.map((to, position) => ({ from, to, path: [...place, from, 'requires', position] })),
  );
  return circlesIn(Map.groupBy(edges, ({ from }) => from)).flatMap((circle) => {
    const last = circle.at(-1);
    if (last === undefined) return [];
    const message = `${shownCircle(circle)} is a circle of flags that require each other; make them one flag`;
    return [atValue(last.path, { code: 'flag-cycle', message })];
  });
}

/** A flag that holds for everybody needs such flags only; one that can be asked for needs none that cannot. */
function stateIssues(name: string, flags: Flags): Issue[] {
  const state = stateOf(name, flags);
  return (flags[name]?.requires ?? []).flatMap((other, position) => {
    const needed = stateOf(other, flags);
    if (needed === undefined || state === 'withdrawn' || needed === 'graduated') return [];
    if (state === needed) return [];
    const message =
      needed === 'withdrawn'
        ? `${shown(other)} is withdrawn, so ${shown(name)} can never be asked for`
        : `${shown(name)} holds for everybody and requires ${shown(other)}, which does not`;
    return [atValue([...place, name, 'requires', position], { code: 'flag-state', message })];
  });
}

/** A flag does not conflict with what it requires, nor do two that it requires with each other. */
function conflictIssues(name: string, flags: Flags): Issue[] {
  const all = [name, ...requiredBy(name, flags)];
  const pair = all
    .flatMap((one, position) => all.slice(position + 1).map((other) => [one, other] as const))
    .find(([one, other]) => conflict(one, other, flags));
  if (pair === undefined) return conflictsWithAll(name, flags);
  const [one, other] = pair.map((each) => shown(each));
  const message =
    pair[0] === name
      ? `${one} requires ${other} and conflicts with it`
      : `${shown(name)} requires ${one} and ${other}, which conflict`;
  return [atValue([...place, name, 'requires'], { code: 'flag-conflict', message })];
}

/** What holds for everybody conflicts with nothing that can be asked for. */
function conflictsWithAll(name: string, flags: Flags): Issue[] {
  if (stateOf(name, flags) !== 'graduated') return [];
  return Object.keys(flags).flatMap((other) => {
    if (stateOf(other, flags) === 'withdrawn' || !conflict(name, other, flags)) return [];
    const position = flags[other]?.conflicts?.indexOf(name) ?? -1;
    const path =
      position === -1
        ? [...place, name, 'conflicts', flags[name]?.conflicts?.indexOf(other) ?? 0]
        : [...place, other, 'conflicts', position];
    const message = `${shown(name)} holds for everybody, so ${shown(other)} could never be asked for`;
    return [atValue(path, { code: 'flag-conflict', message })];
  });
}

/** All that a flag requires, and what that requires. */
function requiredBy(name: string, flags: Flags): string[] {
  const required = new Set<string>(own(flags, name)?.requires ?? []);
  for (const each of required) {
    for (const other of own(flags, each)?.requires ?? []) required.add(other);
  }
  required.delete(name);
  return [...required];
}

function conflict(one: string, other: string, flags: Flags): boolean {
  const names = (flag: string) => own(flags, flag)?.conflicts ?? [];
  return one !== other && (names(one).includes(other) || names(other).includes(one));
}

function stateOf(name: string, flags: Flags): Flag['state'] {
  const flag = own(flags, name);
  return flag === undefined ? undefined : (flag.state ?? defaults.flagState);
}
