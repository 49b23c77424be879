import { isDeepStrictEqual } from 'node:util';
import {
  isNothing,
  mapped,
  type Expression,
  type HookExpression,
  type JoinExpression,
  type PartExpression,
} from './expression.ts';
import type { Member } from './members.ts';

/** Values of the roots, by depth. */
export interface Roots {
  readonly newest?: readonly unknown[];
  readonly older?: readonly unknown[];
  /** The older version of what is stored. */
  readonly shown?: readonly unknown[];
  /** What the hooks of people answer. */
  readonly hook?: (hook: HookExpression, given: Readonly<Record<string, unknown>>) => unknown;
}

/** What members of one shape are, as an object. */
export function evaluateAll(
  members: readonly Pick<Member, 'name' | 'expression'>[],
  roots: Roots,
): Record<string, unknown> {
  return present(members.map(({ name, expression }) => [name, evaluate(expression, roots)]));
}

/** What an expression says: the meaning of the code that is generated of it. */
export function evaluate(of: Expression, roots: Roots): unknown {
  const inner = (each: Expression) => evaluate(each, roots);
  switch (of.kind) {
    case 'root':
      return roots[of.side]?.[of.depth];
    case 'member': {
      const object = inner(of.of);
      return isNothing(object) ? undefined : (object as Record<string, unknown>)[of.name];
    }
    case 'value':
      return of.value;
    case 'absent':
      return undefined;
    case 'convert': {
      const each = inner(of.of);
      return isNothing(each) ? each : of.call.converter.apply(each, ...of.call.parameters);
    }
    case 'map':
      return mapped(of.table, inner(of.of));
    case 'fallback': {
      const each = inner(of.of);
      if (each === undefined) return of.when === 'null' ? each : of.value;
      return each === null && of.when !== 'absent' ? of.value : each;
    }
    case 'join': {
      return joined(of.parts.map(inner), of);
    }
    case 'part': {
      const whole = inner(of.of);
      return isNothing(whole) ? whole : partOf(String(whole), of);
    }
    case 'object': {
      const { presence: around, movedIn = [], movedOut = [] } = of;
      const presence = typeof around === 'string' ? {} : inner(around);
      const isMoved = (each: Expression) => !isNothing(inner(each));
      if (isNothing(presence) && !movedIn.some(isMoved)) return presence;
      const object = present(of.members.map(([name, each]) => [name, inner(each)]));
      const isLeft = around === 'any' || movedOut.some(isMoved);
      return isLeft && Object.values(object).every(isNothing) ? undefined : object;
    }
    case 'list': {
      const list = inner(of.of);
      if (!Array.isArray(list)) return list;
      const items = list.map((each: unknown) => evaluate(of.item, deeper(roots, each, each)));
      return of.isSet === true ? distinct(items) : items;
    }
    case 'hook': {
      const given = present(of.given.map(([name, each]) => [name, inner(each)]));
      const answer = roots.hook?.(of, given);
      return isNothing(answer) ? undefined : (answer as Record<string, unknown>)[of.pick];
    }
    case 'added':
      return inner(of.fresh);
    case 'kept': {
      const isUnchanged = of.sources.every((each) =>
        isSame(inner(each), evaluate(each, { ...roots, older: roots.shown ?? [] })),
      );
      return inner(isUnchanged ? of.stored : of.changed);
    }
    case 'items':
      return of.isSet === true ? distinct(items(of, roots)) : items(of, roots);
    case 'choice': {
      const value = inner(of.on);
      const [, then = of.otherwise] = of.cases.find(([each]) => each === value) ?? [];
      return inner(then);
    }
    case 'either':
      return inner(of.first) ?? inner(of.second);
  }
}

function deeper(roots: Roots, newest: unknown, older: unknown, shown?: unknown): Roots {
  return {
    ...roots,
    newest: [...(roots.newest ?? []), newest],
    older: [...(roots.older ?? []), older],
    shown: [...(roots.shown ?? []), shown],
  };
}

function joined(parts: readonly unknown[], { separator, missing }: JoinExpression): unknown {
  const present = parts.filter((each) => !isNothing(each));
  if (present.length === 0) return undefined;
  const last =
    missing.at(-1) === '' ? present.findLastIndex((each) => each !== '') : present.length;
  return present.slice(0, last + 1).join(separator);
}

/** One of the parts of a text; the last has what is left of it. */
export function partOf(
  text: string,
  { separator, index, count, missing }: Omit<PartExpression, 'kind' | 'of'>,
): string | null | undefined {
  const parts = text.split(separator);
  if (index >= parts.length) return missing;
  return index === count - 1 ? parts.slice(index).join(separator) : parts[index];
}

/** Each value once. */
function distinct(list: unknown): unknown {
  return Array.isArray(list)
    ? [...new Map(list.map((each: unknown) => [JSON.stringify(each), each])).values()]
    : list;
}

function items(of: Expression & { readonly kind: 'items' }, roots: Roots): unknown {
  const list = evaluate(of.of, roots);
  if (!Array.isArray(list)) return list;
  const stored = evaluate(of.stored, roots);
  const rest = (Array.isArray(stored) ? stored : []).map((newest: unknown) => ({
    newest,
    shown: evaluate(of.down, deeper(roots, newest, undefined)),
    isTaken: false,
  }));
  const same = list.map((each: unknown) => {
    const found = rest.find(({ shown, isTaken }) => !isTaken && isSame(shown, each));
    if (found !== undefined) found.isTaken = true;
    return found;
  });
  return list.map((each: unknown, index) => {
    const found = same[index];
    if (found !== undefined) return found.newest;
    const before = rest[index];
    if (before === undefined || before.isTaken) {
      return evaluate(of.fresh, deeper(roots, undefined, each));
    }
    return evaluate(of.replaced, deeper(roots, before.newest, each, before.shown));
  });
}

/** JSON does not tell 0 from -0. */
function isSame(sent: unknown, shown: unknown): boolean {
  return sent === shown || isDeepStrictEqual(sent, shown);
}

/** An object of the members that there are. */
function present(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
