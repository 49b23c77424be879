import { isDeepStrictEqual } from 'node:util';
import {
  isPlain,
  memberOf,
  older as olderRoot,
  sources,
  type Expression,
  type ListExpression,
  type ObjectExpression,
  type Root,
} from './expression.ts';
import type { Member } from './members.ts';

/**
 * The members of the newest version of a body that replaces what is stored, by the law of lenses: what is sent as it was shown
 * keeps what is stored exactly, and so does what the older version cannot say.
 */
export function replacementOf(up: readonly Member[], down: readonly Member[]): Member[] {
  const shown = new Map(down.map(({ name, expression }) => [name, expression]));
  return up.map((member) => ({
    ...member,
    expression: replaced(
      member.expression,
      { kind: 'member', of: { kind: 'root', side: 'newest', depth: 0 }, name: member.name },
      { shown, root: olderRoot },
    ),
  }));
}

/**
 * Without the values that steps give to what is not sent: it keeps what is stored. A null that is sent still becomes something else.
 *
 * @param older the members of the older version
 */
export function keptUnlessSent(of: Expression, older: readonly Member[]): Expression {
  switch (of.kind) {
    case 'fallback': {
      const inner = keptUnlessSent(of.of, older);
      const isNeverNull = sources(inner, olderRoot).every((each) =>
        older.some(({ name, field }) => isDeepStrictEqual(each, sent(name)) && !field.nullable),
      );
      return of.when === 'absent' || isNeverNull ? inner : { ...of, of: inner, when: 'null' };
    }
    case 'convert':
    case 'map':
    case 'part':
      return { ...of, of: keptUnlessSent(of.of, older) };
    default:
      return of;
  }
}

function sent(name: string): Expression {
  return { kind: 'member', of: olderRoot, name };
}

interface Around {
  /** What clients of the older version are shown, by member. */
  readonly shown: ReadonlyMap<string, Expression>;
  /** At which what is sent begins. */
  readonly root: Root;
}

function replaced(of: Expression, stored: Expression, around: Around): Expression {
  switch (of.kind) {
    case 'value':
      return of;
    case 'absent':
      return stored;
    case 'root':
    case 'member':
      return isShownAs(of, stored, around) ? of : kept(of, stored, around);
    case 'added':
      return of.stored.kind === 'absent' ? stored : of.stored;
    case 'object':
      return replacedObject(of, stored, around);
    case 'list':
      return replacedItems(of, stored, around) ?? kept(of, stored, around);
    default:
      return kept(of, stored, around);
  }
}

function replacedObject(of: ObjectExpression, stored: Expression, around: Around): Expression {
  const changed: Expression = {
    ...of,
    members: of.members.map(([name, each]) => [
      name,
      replaced(each, { kind: 'member', of: stored, name }, around),
    ]),
  };
  if (of.presence !== 'any') {
    if (typeof of.presence === 'string' || !isMadeOtherwise(of.presence, around)) return changed;
    const { presence } = of;
    const others = sources(of, around.root).filter((each) => !isBelow(each, presence));
    return { kind: 'kept', sources: [presence, ...others], stored, changed };
  }
  // An object in which nothing is stays one where nothing of it was sent anew.
  const from = sources(of, around.root);
  return from.length === 0 ? changed : { kind: 'kept', sources: from, stored, changed };
}

/** Whether clients of the older version are shown an object that may be there without the one that is stored, or the other way round. */
function isMadeOtherwise(of: Expression, { shown, root }: Around): boolean {
  const object = objectShown(shownAt(of, shown, root));
  return object?.movedIn !== undefined || object?.movedOut !== undefined;
}

function objectShown(of: Expression | undefined): ObjectExpression | undefined {
  if (of?.kind === 'fallback') return objectShown(of.of);
  return of?.kind === 'object' ? of : undefined;
}

/** Whether clients of the older version are shown what is stored there as it is. */
function isShownAs(of: Expression, stored: Expression, { shown, root }: Around): boolean {
  const down = shownAt(of, shown, root);
  return down !== undefined && isDeepStrictEqual(down, stored);
}

function shownAt(of: Expression, shown: Around['shown'], root: Root): Expression | undefined {
  if (of.kind !== 'member') return undefined;
  if (isDeepStrictEqual(of.of, root)) return shown.get(of.name);
  const object = shownAt(of.of, shown, root);
  if (object === undefined) return undefined;
  const member = memberOf(object, of.name);
  return isShownWith(objectShown(object), member) ? member : undefined;
}

/** Whether a member of an object is shown wherever it is stored. */
function isShownWith(object: ObjectExpression | undefined, member: Expression): boolean {
  if (object === undefined || object.presence === 'always') return true;
  if (object.presence === 'any') return false;
  return isBelow(member, object.presence);
}

function isBelow(of: Expression, container: Expression): boolean {
  return isDeepStrictEqual(of, container) || (of.kind === 'member' && isBelow(of.of, container));
}

function kept(of: Expression, stored: Expression, { root }: Around): Expression {
  const from = sources(of, root);
  return from.length === 0
    ? stored
    : { kind: 'kept', sources: from, stored, changed: withStored(of) };
}

function replacedItems(
  of: ListExpression,
  stored: Expression,
  { shown, root }: Around,
): Expression | undefined {
  if (of.of.kind !== 'member' || !isDeepStrictEqual(of.of.of, olderRoot)) return undefined;
  const down = shown.get(of.of.name);
  if (down?.kind !== 'list' || !isPlain(down.of)) return undefined;
  const depth = root.depth + 1;
  const item: Root = { kind: 'root', side: 'newest', depth };
  const inside: Around = { shown: membersIn(down.item), root: { ...root, depth } };
  return {
    kind: 'items',
    of: of.of,
    stored,
    down: down.item,
    fresh: of.item,
    replaced: replaced(of.item, item, inside),
    ...(of.isSet && { isSet: true }),
  };
}

function membersIn(of: Expression): ReadonlyMap<string, Expression> {
  return new Map(of.kind === 'object' ? of.members : []);
}

/** Where something is made of what the older version cannot say, what is stored of that is taken. */
function withStored(of: Expression): Expression {
  switch (of.kind) {
    case 'added':
      return of.stored;
    case 'member':
    case 'convert':
    case 'map':
    case 'fallback':
    case 'part':
      return { ...of, of: withStored(of.of) };
    case 'join':
      return { ...of, parts: of.parts.map(withStored) };
    case 'object':
      return { ...of, members: of.members.map(([name, each]) => [name, withStored(each)]) };
    case 'hook':
      return { ...of, given: of.given.map(([name, each]) => [name, withStored(each)]) };
    default:
      return of;
  }
}
