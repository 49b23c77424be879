import type { ConverterCall } from '../steps/converters.ts';
import { convert, memberOf, newest, type Expression } from './expression.ts';
import { customOperationInputs } from './custom-operations.ts';
import type { LinkedStep } from './link.ts';
import type { Member } from './members.ts';
import { customOperationAlong, namesAlong, undoAll } from './walk.ts';

/**
 * The older version of a history shows what was sent along as that version calls it. What was kept before a step has the older names
 * already, and keeps them.
 *
 * @param down members of the older version
 * @param name the newest resource
 */
export function withInputs(
  down: readonly Member[],
  name: string,
  steps: readonly LinkedStep[],
): readonly Member[] {
  const kept = steps.at(-1)?.newer.resources[name]?.historyOf;
  if (kept === undefined) return down;
  const cases = casesOf(kept, steps);
  if (cases.length === 0) return down;
  return down.map((member) =>
    member.name === 'input' && member.expression.kind === 'member'
      ? {
          ...member,
          expression: {
            kind: 'choice',
            on: memberOf(newest, 'transition'),
            cases,
            otherwise: member.expression,
          },
        }
      : member,
  );
}

/** By the newest name of a transition, what was sent along as the oldest version has it. */
function casesOf(
  resource: string,
  steps: readonly LinkedStep[],
): (readonly [string, Expression])[] {
  const links = namesAlong(steps, resource);
  const last = steps.at(-1)?.newer;
  if (links === undefined || last === undefined) return [];
  const root = convert(asMembers, memberOf(newest, 'input'));
  return Object.entries(customOperationInputs(last, resource)).flatMap(([segment, inputs]) => {
    const along = customOperationAlong(links, segment);
    if (along === undefined) return [];
    const members = Object.entries(inputs).map(([each, field]): Member => ({
      name: each,
      field,
      expression: memberOf(root, each),
    }));
    const operations = along.map(({ operations: ofCustomOperation }, index) => ({
      operations: ofCustomOperation,
      newer: links[index]?.newer ?? resource,
    }));
    const [older] = undoAll(members, operations, steps);
    if (operations.every(({ operations: { length } }) => length === 0)) return [];
    const shown = older.map(({ name, expression }): [string, Expression] => {
      if (Object.hasOwn(inputs, name)) return [name, expression];
      const kept = memberOf(root, name);
      return [
        name,
        expression.kind === 'absent' ? kept : { kind: 'either', first: expression, second: kept },
      ];
    });
    return [[segment, { kind: 'object', presence: root, members: shown }]];
  });
}

/** What was sent along is kept as JSON. */
const asMembers: ConverterCall = {
  converter: { name: 'membersOf', apply: (value) => value },
  parameters: [],
  isExact: false,
  keepsOrder: false,
};
