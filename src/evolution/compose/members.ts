import type { ResolvedField } from '../../specification/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { itemOf, memberOf, visit, type Expression, type Root } from './expression.ts';

/** One member of a shape somewhere between two versions, and what it is made of. */
export interface Member {
  readonly name: string;
  readonly field: ResolvedField;
  readonly expression: Expression;
}

/** What each member is made of, by its name. */
export function expressionsOf(members: readonly Member[]): [string, Expression][] {
  return members.map(({ name, expression }) => [name, expression]);
}

/** Whether a member is the one of its name on the other side. */
export function isUnchanged({ name, expression }: Pick<Member, 'name' | 'expression'>): boolean {
  return expression.kind === 'member' && expression.of.kind === 'root' && expression.name === name;
}

/** Why an operation cannot be done, in words, and which part of it is at issue. */
export class OperationIssue extends Error {
  readonly key: string;
  readonly code: string;
  readonly allowed: readonly string[];

  constructor(key: string, code: string, message: string, allowed: readonly string[] = []) {
    super(message);
    this.key = key;
    this.code = code;
    this.allowed = allowed;
  }
}

/** `lines[].quantity` in its parts. */
export interface Segment {
  readonly name: string;
  readonly isList: boolean;
}

/** What each item of a list is called among members. */
export const item = '[]';

export function segmentsOf(path: string): Segment[] {
  return path.split('.').map((part) => ({
    name: part.replace(/\[\]$/, ''),
    isList: part.endsWith(item),
  }));
}

/** `quantity` of `lines[].quantity`. */
export function lastName(path: string): string {
  return segmentsOf(path).at(-1)?.name ?? path;
}

/** `lines[]` of `lines[].quantity`; empty for a field. */
export function containerOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

/** Whether a path is that of a container, or of something in it. */
export function isWithin(path: string, container: string): boolean {
  return path.startsWith(container) && /^(?:$|[.[])/.test(path.slice(container.length));
}

export interface Place {
  /** At which the expressions begin. */
  readonly side: Root['side'];
  /** Of the operation: what an issue names. */
  readonly key: string;
}

/** The members that a path goes through, with those of its last part changed. */
export function changeAt(
  members: readonly Member[],
  path: string,
  place: Place,
  change: (siblings: readonly Member[], name: string) => readonly Member[],
): readonly Member[] {
  return changeIn(members, segmentsOf(path), { ...place, path, depth: 0 }, change);
}

interface Position extends Place {
  readonly path: string;
  readonly depth: number;
}

function changeIn(
  members: readonly Member[],
  [segment, ...rest]: readonly Segment[],
  position: Position,
  change: (siblings: readonly Member[], name: string) => readonly Member[],
): readonly Member[] {
  if (segment === undefined) return members;
  const { name, isList } = segment;
  if (rest.length === 0 && !isList) return change(members, name);
  return changed(members, name, position, (member) => {
    if (!isList) {
      return withChildren(
        member,
        (children) => changeIn(children, rest, position, change),
        position,
      );
    }
    return withItem(member, position, (each) => {
      const inside = { ...position, depth: position.depth + 1 };
      if (rest.length === 0) return sole(change([each], item), each);
      return withChildren(each, (children) => changeIn(children, rest, inside, change), inside);
    });
  });
}

function sole([member]: readonly Member[], before: Member): Member {
  return member ?? before;
}

/** The members with one of them changed. */
export function changed(
  members: readonly Member[],
  name: string,
  { key, path = name }: { readonly key: string; readonly path?: string },
  change: (member: Member) => Member,
): readonly Member[] {
  if (!members.some((member) => member.name === name)) throw missing(members, name, key, path);
  return members.map((member) => (member.name === name ? change(member) : member));
}

export function missing(
  members: readonly Member[],
  name: string,
  key: string,
  path: string,
): OperationIssue {
  const names = members.map((member) => member.name);
  const message = `there is no "${name}" here${path === name ? '' : ` (${path})`}`;
  return new OperationIssue(key, 'unknown-field', message, names);
}

function withChildren(
  member: Member,
  change: (children: readonly Member[]) => readonly Member[],
  { key, path }: { readonly key: string; readonly path: string },
): Member {
  const { field, expression } = member;
  if (field.type !== 'object') {
    throw new OperationIssue(
      key,
      'no-object',
      `"${member.name}" is of the type "${field.type}" and has no members (${path})`,
    );
  }
  const children = change(childrenOf(field.fields, expression));
  return {
    ...member,
    field: {
      ...field,
      fields: Object.fromEntries(children.map((each) => [each.name, each.field])),
    },
    expression: objectOf(expression, field.required, children),
  };
}

export function childrenOf(
  fields: Readonly<Record<string, ResolvedField>>,
  expression: Expression,
): Member[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    expression: memberOf(expression, name),
  }));
}

function objectOf(
  before: Expression,
  isRequired: boolean,
  children: readonly Member[],
): Expression {
  // A nullable object that is null where there is none.
  if (before.kind === 'fallback' && before.of.kind === 'object') {
    return { ...before, of: objectOf(before.of, isRequired, children) };
  }
  const madeUp = isRequired ? 'always' : 'any';
  const presence =
    before.kind === 'object'
      ? before.presence
      : before.kind === 'root'
        ? 'always'
        : before.kind === 'value' || before.kind === 'added' || before.kind === 'absent'
          ? madeUp
          : before;
  return {
    ...(before.kind === 'object' && before),
    kind: 'object',
    presence,
    members: expressionsOf(children),
  };
}

/** What moves into an object, or out of it. */
type Moving = 'movedIn' | 'movedOut';

/**
 * The members with objects that are there for what moves into one of them, or that go with what moves out.
 *
 * @param path of the innermost object
 */
export function withMoving(
  members: readonly Member[],
  path: string,
  moving: Moving,
  value: Expression,
  place: Place,
): readonly Member[] {
  if (path === '') return members;
  const change = (member: Member): Member => ({
    ...member,
    expression: movingIn(member, moving, value),
  });
  const found = memberAt(members, path, place.side);
  if (found === undefined) return withMoving(members, containerOf(path), moving, value, place);
  // With a member that is missing, it would be none of its version.
  if (moving === 'movedIn' && needsOthers(found)) return members;
  const changedHere = changeAt(members, path, place, (siblings, name) =>
    changed(siblings, name, place, change),
  );
  return withMoving(changedHere, containerOf(path), moving, value, place);
}

function movingIn({ field, expression }: Member, moving: Moving, value: Expression): Expression {
  if (expression.kind === 'fallback') {
    return {
      ...expression,
      of: movingIn({ name: '', field, expression: expression.of }, moving, value),
    };
  }
  if (expression.kind !== 'object' || typeof expression.presence === 'string') return expression;
  if (moving === 'movedOut' && field.required) return expression;
  const moved: Expression = {
    ...expression,
    [moving]: [...(expression[moving] ?? []), value],
  };
  return moving === 'movedOut' && field.nullable
    ? { kind: 'fallback', of: moved, value: null, when: 'absent' }
    : moved;
}

/** Whether an object has members that it always has, and has them from where it comes from. */
export function needsOthers({ field, expression }: Member): boolean {
  if (field.type !== 'object' || expression.kind !== 'object') return false;
  const { presence, members } = expression;
  if (typeof presence === 'string') return false;
  return members.some(
    ([name, each]) => field.fields[name]?.required === true && isMadeOf(each, presence),
  );
}

function isMadeOf(of: Expression, part: Expression): boolean {
  let isFound = false;
  visit(of, (each) => {
    isFound ||= isDeepStrictEqual(each, part);
    if (each.kind === 'member') isFound ||= isMadeOf(each.of, part);
    return true;
  });
  return isFound;
}

function withItem(
  member: Member,
  { side, depth, key, path }: Position,
  change: (item: Member) => Member,
): Member {
  const { field, expression } = member;
  if (field.type !== 'array') {
    throw new OperationIssue(
      key,
      'no-list',
      `"${member.name}" is of the type "${field.type}" and no list (${path})`,
    );
  }
  const [of, each] =
    expression.kind === 'list'
      ? [expression.of, expression.item]
      : [expression, itemOf(side, depth + 1)];
  const changed = change({ name: item, field: field.items, expression: each });
  return {
    ...member,
    field: { ...field, items: changed.field },
    expression: {
      kind: 'list',
      of,
      item: changed.expression,
      // What is shown stays as long as what is kept: an item for an item.
      ...(field.uniqueItems && side === 'older' && { isSet: true }),
    },
  };
}

/** The member at a path; undefined where there is none. */
export function memberAt(
  members: readonly Member[],
  path: string,
  side: Root['side'],
): Member | undefined {
  let siblings = members;
  let found: Member | undefined;
  let depth = 0;
  for (const { name, isList } of segmentsOf(path)) {
    found = siblings.find((member) => member.name === name);
    if (found === undefined) return undefined;
    if (isList) {
      if (found.field.type !== 'array') return undefined;
      depth += 1;
      const { expression } = found;
      found = {
        name: item,
        field: found.field.items,
        expression: expression.kind === 'list' ? expression.item : itemOf(side, depth),
      };
    }
    siblings =
      found.field.type === 'object' ? childrenOf(found.field.fields, found.expression) : [];
  }
  return found;
}
