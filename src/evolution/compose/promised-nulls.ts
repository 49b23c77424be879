import type { ResolvedField } from '../../specification/index.ts';
import { fallback } from './expression.ts';
import type { Member } from './members.ts';
import { isAlwaysThere } from './shape.ts';

/**
 * Adds null to the older shape for each member that is nullable in the older version and that the newest version leaves out where it has no
 * value. Members of objects stay as they are: there a version shows null only where a client sent it.
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
