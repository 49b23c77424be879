import { atKey, type Issue } from '../../specification/issue.ts';
import { own } from '../../specification/plain.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';
import { nameAfter } from './names.ts';

/** One value for all that clients of the older version do not send, of a field of which no two rows may have the same. */
export function uniqueIssues(step: LinkedStep): Issue[] {
  return step.resources.flatMap((link) =>
    link.operations.flatMap((linked, index) => {
      const { add, require: required } = linked.operation;
      const field = add?.field ?? required?.field;
      const fill = add?.fill ?? required?.fill;
      if (field === undefined || fill === undefined || fill === null) return [];
      const name = nameAfter(field, link.operations.slice(index + 1));
      const isUnique = own(step.newer.resources[link.newer]?.fields, name)?.unique === true;
      const meets = add === undefined ? mayLeaveOut(step, link) : mayCreate(step, link);
      if (!isUnique || !meets) return [];
      const way =
        add === undefined
          ? `make "${name}" optional in the newer version`
          : 'let a function make a value for each (by: hook in the place of fill), make it optional';
      return [
        atKey([...linked.path, add === undefined ? 'require' : 'add', 'fill'], {
          code: 'not-bridgeable',
          message:
            `no two rows may have the same "${name}" in the newer version, and this would be that of every row for which clients of the older version send none, ` +
            `so that the second one is refused: ${way}, let rows share it, or retire the older version first`,
        }),
      ];
    }),
  );
}

function mayCreate({ older }: LinkedStep, link: LinkedResource): boolean {
  const { methods = [], createByReplace = false } = own(older.endpoints, link.older) ?? {};
  return methods.includes('create') || (createByReplace && methods.includes('replace'));
}

function mayLeaveOut(step: LinkedStep, link: LinkedResource): boolean {
  const { methods = [] } = own(step.older.endpoints, link.older) ?? {};
  return mayCreate(step, link) || methods.includes('replace') || methods.includes('update');
}
