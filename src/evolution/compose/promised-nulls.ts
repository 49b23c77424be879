import type { ResolvedField } from '../../specification/index.ts';
import { fallback } from './expression.ts';
import type { Member } from './members.ts';
import { isAlwaysThere } from './shape.ts';

/**
 * The older shape of the newest one, in which each member that may be null in the older version is there: in the newest one it may be
 * missing, which means the same. Members of objects are as they are: no version shows a null there that nobody sent.
 *
 * @param fields of the older version
 */
export function withPromisedNulls(
  members: readonly Member[],
  fields: Readonly<Record<string, ResolvedField>>,
): readonly Member[] {
  return members.map((member) => {
    const older = fields[member.name];
    const isPromised = older?.nullable === true && !older.writeOnly;
    if (!isPromised || isAlwaysThere(member.field)) return member;
    return {
      ...member,
      field: { ...member.field, nullable: true },
      expression: fallback(member.expression, null, 'absent'),
    };
  });
}
