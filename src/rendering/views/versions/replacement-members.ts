import type { ComposedResource } from '../../../evolution/compose/chain.ts';
import { fallback, type Expression } from '../../../evolution/compose/expression.ts';
import { isUnchanged, type Member } from '../../../evolution/compose/members.ts';
import { keptUnlessSent, replacementOf } from '../../../evolution/compose/replacement.ts';

/**
 * What takes the place of a resource, by the step. What is only written keeps its value where a body leaves it out, so it gets no default
 * there, neither that of the newest version nor that of a step.
 */
export function replacementMembers(composed: ComposedResource): Member[] {
  const up = composed.up.map((member) =>
    member.field.writeOnly
      ? { ...member, expression: keptUnlessSent(member.expression, composed.down) }
      : complete(member),
  );
  return withoutUnshown(replacementOf(up, composed.down), composed);
}

/** What is never shown cannot be compared with what was shown. */
function withoutUnshown(members: readonly Member[], { down }: ComposedResource): Member[] {
  const unshown = new Set(down.flatMap(({ name, field }) => (field.writeOnly ? [name] : [])));
  return members.map((member) => {
    const { expression } = member;
    if (expression.kind !== 'kept') return member;
    const isUnshown = expression.sources.some(
      (each) => each.kind === 'member' && unshown.has(topOf(each)),
    );
    return isUnshown ? { ...member, expression: expression.changed } : member;
  });
}

function topOf(of: Expression & { readonly kind: 'member' }): string {
  return of.of.kind === 'member' ? topOf(of.of) : of.name;
}

/** Whether every member is the one of its name. */
export function isIdentity(members: readonly Member[]): boolean {
  return members.every(isUnchanged);
}

/** Bodies of the newest version get their nulls and defaults from its schema, which what is made here does not pass. */
export function complete(member: Member): Member {
  const { field, expression } = member;
  const initial = field.default ?? (field.nullable ? null : undefined);
  const isFilled = ['value', 'fallback', 'map'].includes(expression.kind);
  if (initial === undefined || isFilled || field.readOnly) return member;
  if (expression.kind === 'added') {
    return {
      ...member,
      expression: { ...expression, fresh: fallback(expression.fresh, initial, 'absent') },
    };
  }
  return { ...member, expression: fallback(expression, initial, 'absent') };
}
