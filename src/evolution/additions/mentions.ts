import { own } from '../../specification/plain.ts';
import type { Changes, FieldOperation } from '../steps/schema.ts';

/** What a step does to a field besides adding it as it is; undefined: nothing, so that the field can pass through unchanged. */
export function otherOperationOn(
  changes: Changes | undefined,
  resource: string,
  field: string,
): string | undefined {
  const found = operationsOf(changes, resource).find(
    (operation) => !isPlainAddition(operation, field) && mentions(operation, field),
  );
  return found === undefined ? undefined : Object.keys(found)[0];
}

/** True if the operation says only that the older version has no such field: it does nothing once the older version has it. */
export function isPlainAddition({ add }: FieldOperation, field: string): boolean {
  if (add === undefined || add.fill !== undefined || add.by !== undefined) return false;
  return firstName(add.field) === field;
}

function operationsOf(changes: Changes | undefined, resource: string) {
  return own(changes?.resources, resource)?.operations ?? [];
}

function mentions(operation: FieldOperation, field: string): boolean {
  const { rename, add, remove, retype, split, merge, move, map, require, nullable } = operation;
  const paths = [
    ...[rename, move].flatMap((each) => (each === undefined ? [] : [each.from, each.to])),
    ...[add, remove, retype, map, require, nullable, operation.default].flatMap((each) =>
      each === undefined ? [] : [each.field],
    ),
    ...(split === undefined ? [] : [split.field, ...split.into]),
    ...(merge === undefined ? [] : [...merge.fields, merge.into]),
  ];
  return paths.some((path) => firstName(path) === field);
}

/** The field of the resource in which a path lies: `lines` of `lines[].quantity`. */
function firstName(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}
