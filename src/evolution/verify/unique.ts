import { atKey, type Issue, type Path } from '../../specification/issue.ts';
import { own } from '../../specification/plain.ts';
import { isNothing } from '../compose/expression.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';
import { nameAfter } from './names.ts';

/** One value for all that clients of the older version do not send, of a field of which no two rows may have the same. */
export function uniqueIssues(step: LinkedStep): Issue[] {
  return step.resources.flatMap((link) =>
    link.operations.flatMap((linked, index) => {
      const { add, require: required } = linked.operation;
      const later = link.operations.slice(index + 1);
      const fieldAfter = (name: string) =>
        own(step.newer.resources[link.newer]?.fields, nameAfter(name, later));
      if (add !== undefined && add.by === undefined && mayCreate(step, link)) {
        const field = fieldAfter(add.field);
        if (field?.unique !== true || isNothing(add.fill ?? field.default)) return [];
        const key = add.fill === undefined ? 'field' : 'fill';
        const way = `let a function make a value for each (add: { field: ${add.field}, by: hook }), make it optional without a default`;
        return [sharedValue([...linked.path, 'add', key], add.field, way)];
      }
      if (required === undefined || isNothing(required.fill) || !mayLeaveOut(step, link)) return [];
      if (fieldAfter(required.field)?.unique !== true) return [];
      const way = 'make it optional in the newer version';
      return [sharedValue([...linked.path, 'require', 'fill'], required.field, way)];
    }),
  );
}

function sharedValue(path: Path, field: string, way: string): Issue {
  return atKey(path, {
    code: 'not-bridgeable',
    message:
      `no two rows may have the same "${field}" in the newer version, and one value would be that of every row for which clients of the older version send none, ` +
      `so that the second one is refused: ${way}, let rows share it, or retire the older version first`,
  });
}

function mayCreate({ older }: LinkedStep, link: LinkedResource): boolean {
  const { methods = [], createByReplace = false } = own(older.endpoints, link.older) ?? {};
  return methods.includes('create') || (createByReplace && methods.includes('replace'));
}

function mayLeaveOut(step: LinkedStep, link: LinkedResource): boolean {
  const { methods = [] } = own(step.older.endpoints, link.older) ?? {};
  return mayCreate(step, link) || methods.includes('replace') || methods.includes('update');
}
