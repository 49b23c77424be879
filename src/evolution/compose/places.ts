import type { ResolvedField } from '../../specification/index.ts';
import type { Expression } from './expression.ts';
import {
  changeAt,
  changed,
  containerOf,
  lastName,
  memberAt,
  missing,
  OperationIssue,
  withMoving,
  type Member,
} from './members.ts';
import { isSameType } from './shape.ts';
import { counterpart, type Around, type Members, type Surroundings } from './surroundings.ts';

export function at(
  members: Members,
  path: string,
  around: Surroundings,
  change: (member: Member) => Member,
): Members {
  const place = { side: around.side, key: 'field', path };
  return changeAt(members, path, place, (siblings, name) => changed(siblings, name, place, change));
}

export function renamed(members: Members, from: string, to: string, around: Around): Members {
  if (containerOf(from) !== containerOf(to)) {
    throw new OperationIssue(
      'to',
      'other-object',
      'a field that is renamed stays where it is; use "move"',
    );
  }
  return changeAt(members, from, around, (siblings, name) => {
    if (!siblings.some((each) => each.name === name)) {
      throw missing(siblings, name, around.key, from);
    }
    refuseTaken(siblings, lastName(to), 'to');
    return changed(siblings, name, around, (member) => ({ ...member, name: lastName(to) }));
  });
}

function refuseTaken(siblings: Members, name: string, key: string): void {
  if (siblings.some((each) => each.name === name)) {
    throw new OperationIssue(key, 'name-in-use', `there is another "${name}" here`);
  }
}

export function without(members: Members, path: string, around: Around): Members {
  return changeAt(members, path, around, (siblings, name) => {
    if (!siblings.some((each) => each.name === name))
      throw missing(siblings, name, around.key, path);
    return siblings.filter((each) => each.name !== name);
  });
}

export function withMember(
  members: Members,
  path: string,
  member: Member,
  around: Surroundings,
): Members {
  const name = lastName(path);
  const withParent = withContainer(members, containerOf(path), around);
  return changeAt(withParent, path, { ...around, key: 'field' }, (siblings) => {
    refuseTaken(siblings, name, 'field');
    return [...siblings, { ...member, name }];
  });
}

/** The members with the object that something moves into, where it is new. */
function withContainer(members: Members, path: string, around: Surroundings): Members {
  if (path === '' || memberAt(members, path, around.side) !== undefined) return members;
  const { field } = counterpart(path, around);
  if (field.type !== 'object') return members;
  const empty: Expression = {
    kind: 'object',
    presence: field.required ? 'always' : 'any',
    members: [],
  };
  const expression: Expression =
    field.nullable && !field.required
      ? { kind: 'fallback', of: empty, value: null, when: 'absent' }
      : empty;
  return withMember(
    members,
    path,
    { name: '', field: { ...field, fields: {} }, expression },
    around,
  );
}

/** Where nothing is left of an object, it is gone, unless the other side has it all the same. */
export function withoutEmpty(members: Members, path: string, around: Surroundings): Members {
  if (path === '') return members;
  const left = memberAt(members, path, around.side)?.field;
  if (left?.type !== 'object' || Object.keys(left.fields).length > 0) return members;
  if (memberAt(around.other, path, around.side) !== undefined) return members;
  return withoutEmpty(without(members, path, { ...around, key: 'to' }), containerOf(path), around);
}

export function moved(members: Members, from: string, to: string, around: Around): Members {
  if (from.includes('[]') || to.includes('[]')) {
    throw new OperationIssue(
      'to',
      'in-list',
      'nothing can be moved into or out of the items of a list',
    );
  }
  const member = memberAt(members, from, around.side);
  if (member === undefined) throw missing(members, lastName(from), around.key, from);
  const value = withoutFallbacks(member.expression);
  const left = withoutEmpty(without(members, from, around), containerOf(from), around);
  const rest = withMoving(left, containerOf(from), 'movedOut', value, around);
  const other = memberAt(around.other, to, around.side)?.field;
  const placedThere = { ...member, field: placed(member.field, other) };
  const moved = withMember(rest, to, placedThere, around);
  return withMoving(moved, containerOf(to), 'movedIn', value, around);
}

/** A value without what stands for it where there is none: that makes no object. */
function withoutFallbacks(of: Expression): Expression {
  return of.kind === 'fallback' ? withoutFallbacks(of.of) : of;
}

/** The field where it has moved to. What other operations say of its type and of its values is not done yet. */
function placed(field: ResolvedField, there: ResolvedField | undefined): ResolvedField {
  if (there === undefined) return field;
  if (isSameType(field, there)) return there;
  const { required, nullable } = there;
  return { ...field, required, nullable };
}
