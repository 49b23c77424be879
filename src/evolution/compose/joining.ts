import type { ResolvedField } from '../../specification/index.ts';
import type { Expression, MissingPart } from './expression.ts';
import { hook } from './hooks.ts';
import {
  containerOf,
  expressionsOf,
  lastName,
  memberAt,
  missing,
  OperationIssue,
} from './members.ts';
import { withMember, without, withoutEmpty } from './places.ts';
import { counterpart, type Around, type Members } from './surroundings.ts';

interface Joint {
  readonly separator: string | undefined;
  readonly by: 'hook' | undefined;
}

type Directed = Around & { readonly direction: 'up' | 'down' };

/** Several members as one. */
export function joined(
  members: Members,
  parts: readonly string[],
  into: string,
  { separator, by }: Joint,
  around: Directed,
): Members {
  const found = parts.map((path) => {
    const member = memberAt(members, path, around.side);
    if (member === undefined) throw missing(members, lastName(path), around.key, path);
    return member;
  });
  const given = expressionsOf(found);
  const expression: Expression =
    by === 'hook'
      ? hook(around, into, around.direction, given, lastName(into), true)
      : {
          kind: 'join',
          parts: found.map((member) => member.expression),
          separator: separatorOf(separator),
          missing: found.map(({ field }) => missingPart(field) ?? null),
        };
  const rest = parts.reduce(
    (left, path) => withoutEmpty(without(left, path, around), containerOf(path), around),
    members,
  );
  return withMember(rest, into, { ...counterpart(into, around), expression }, around);
}

/** One member as several. */
export function taken(
  members: Members,
  from: string,
  parts: readonly string[],
  { separator, by }: Joint,
  around: Directed,
): Members {
  const member = memberAt(members, from, around.side);
  if (member === undefined) throw missing(members, lastName(from), around.key, from);
  const rest = withoutEmpty(without(members, from, around), containerOf(from), around);
  return parts.reduce((left, path, index) => {
    const other = counterpart(path, around);
    const part: Expression =
      by === 'hook'
        ? hook(
            around,
            from,
            around.direction,
            [[lastName(from), member.expression]],
            lastName(path),
          )
        : {
            kind: 'part',
            of: member.expression,
            separator: separatorOf(separator),
            index,
            count: parts.length,
            missing: missingPart(other.field),
          };
    return withMember(left, path, { ...other, expression: part }, around);
  }, rest);
}

/** What a part has where a text has fewer parts: it is empty only where it cannot be left out. */
function missingPart({ required, nullable }: ResolvedField): MissingPart | undefined {
  if (nullable) return null;
  return required ? '' : undefined;
}

function separatorOf(separator: string | undefined): string {
  if (separator === undefined) {
    throw new OperationIssue('separator', 'missing-key', 'write a "separator", or "by: hook"');
  }
  return separator;
}
