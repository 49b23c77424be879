import type { Action, Field, Input, Transition } from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import { separatorProblem } from './alternatives.ts';
import { readGuards, writeGuards, type TypeOf } from './guards.ts';
import { readFields } from './read.ts';
import { tokensOf } from './tokens.ts';
import type { TypedEntry } from './typed-entry.ts';
import { writeField } from './write.ts';

const transitionForm = 'a transition is written submit: draft > submitted';

/** Reads `cancel: draft, submitted > cancelled when paid=false with reason:string(200)!`, or `-cancel`. */
export function readTransition(line: string, typeOf: TypeOf): TypedEntry<Transition> {
  const removal = removalIn(line);
  if (removal !== undefined) return removal;
  const [, name = '', before = '', after = ''] = /^([^\s:>]+)\s*:([^>]*)>(.*)$/s.exec(line) ?? [];
  const from = before.split(/[\s,]+/).filter((state) => state !== '');
  const problem = from
    .map((state) => separatorProblem(state, (states) => `${states} > …`))
    .find((each) => each !== undefined);
  if (problem !== undefined) return mistake(problem);
  const [to, ...rest] = tokensOf(after);
  const [first] = from;
  if (name === '' || first === undefined || to === undefined) return mistake(transitionForm);
  const clauses = clausesIn(rest, ['after', 'at', 'when', 'with']);
  if (typeof clauses === 'string') return mistake(clauses);
  const asked = askedIn(clauses, typeOf);
  if (typeof asked === 'string') return mistake(asked);
  const timed = timedIn(clauses);
  if (typeof timed === 'string') return mistake(timed);
  const entry = { from: from.length === 1 ? first : from, to, ...asked, ...timed };
  return { kind: 'entry', name, entry };
}

/** Reads `reprice with total:decimal!`, `recalculate async`, or `-reprice`. */
export function readAction(line: string, typeOf: TypeOf): TypedEntry<Action> {
  const removal = removalIn(line);
  if (removal !== undefined) return removal;
  const [name = '', ...rest] = tokensOf(line);
  const clauses = clausesIn(rest, ['async', 'when', 'with']);
  if (typeof clauses === 'string') return mistake(clauses);
  const asked = askedIn(clauses, typeOf);
  if (typeof asked === 'string') return mistake(asked);
  const sync = clauses.get('async');
  if (sync !== undefined && sync.length > 0) {
    return mistake(`"${sync.join(' ')}" is not understood after async`);
  }
  return {
    kind: 'entry',
    name,
    entry: { ...asked, ...(sync === undefined ? {} : { async: true }) },
  };
}

function removalIn(line: string): { kind: 'removal'; name: string } | undefined {
  return /^-\S+$/.test(line) ? { kind: 'removal', name: line.slice(1) } : undefined;
}

function mistake(problem: string): { kind: 'mistake'; problem: string } {
  return { kind: 'mistake', problem };
}

/** What stands behind each of the words, which come once at most; a text says what is wrong. */
function clausesIn(
  tokens: readonly string[],
  words: readonly string[],
): Map<string, string[]> | string {
  const clauses = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const token of tokens) {
    if (words.includes(token) && !clauses.has(token)) {
      open = [];
      clauses.set(token, open);
    } else if (open === undefined) {
      return `"${token}" is not understood; what can follow is ${words.join(', ')}`;
    } else {
      open.push(token);
    }
  }
  return clauses;
}

function askedIn(clauses: ReadonlyMap<string, readonly string[]>, typeOf: TypeOf) {
  const conditions = clauses.get('when');
  if (conditions?.length === 0) return 'conditions are missing after when: total>=0.01 shipTo';
  const when = conditions === undefined ? undefined : readGuards(conditions, typeOf);
  if (typeof when === 'string') return when;
  const inputs = clauses.get('with');
  if (inputs?.length === 0) return 'fields are missing after with: tracking:uri! note:text';
  const input = inputs === undefined ? undefined : inputsIn(inputs);
  return typeof input === 'string' ? input : defined({ when, input });
}

/** Inputs are typed as fields are; the same rules as for the file say which of them can be. */
function inputsIn(tokens: readonly string[]): Record<string, Input> | string {
  const typed = readFields(tokens.join(' '));
  const fields: [string, Field][] = [];
  for (const each of typed) {
    if (each.kind === 'mistake') return `${each.token}: ${each.problem}`;
    if (each.kind === 'removal') return `${each.token}: type the line again without it`;
    if (each.field.type === 'reference') return `${each.token}: a reference cannot be sent along`;
    fields.push([each.name, each.field]);
  }
  return Object.fromEntries(fields) as Record<string, Input>;
}

function timedIn(clauses: ReadonlyMap<string, readonly string[]>) {
  const [after, at] = [clauses.get('after'), clauses.get('at')];
  if (after !== undefined && after.length !== 1) {
    return 'one duration follows after, such as after P30D or after PT15M';
  }
  if (at !== undefined && at.length !== 1) return 'one field follows at, such as at dueAt';
  return defined({ after: after?.[0], at: at?.[0] });
}

/** The line that would be typed; what it has no sign for (descriptions, patterns) is not in it. */
export function writeTransition(name: string, transition: Transition): string {
  const { from, to, after, at } = transition;
  const timed = [
    ...(after === undefined ? [] : [`after ${after}`]),
    ...(at === undefined ? [] : [`at ${at}`]),
  ];
  return [`${name}: ${[from].flat().join(', ')} > ${to}`, ...timed, ...askedFor(transition)].join(
    ' ',
  );
}

export function writeAction(name: string, action: Action): string {
  return [name, ...(action.async === true ? ['async'] : []), ...askedFor(action)].join(' ');
}

/** The part of the line that transitions and actions have in common. */
export function askedFor({ when, input }: Pick<Action, 'when' | 'input'>): string[] {
  const fields = Object.entries(input ?? {}).map(([name, field]) => writeField(name, field));
  return [
    ...(when === undefined ? [] : [`when ${writeGuards(when)}`]),
    ...(fields.length === 0 ? [] : [`with ${fields.join(' ')}`]),
  ];
}
