import type { ResolvedField } from '../../specification/index.ts';
import {
  itemOf,
  memberOf,
  type Expression,
  type ObjectExpression,
  type Root,
} from './expression.ts';

/** One member of a shape somewhere between two versions, and what it is made of. */
export interface Member {
  readonly name: string;
  readonly field: ResolvedField;
  readonly expression: Expression;
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
): ObjectExpression {
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
    kind: 'object',
    presence,
    members: children.map(({ name, expression }) => [name, expression]),
  };
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
