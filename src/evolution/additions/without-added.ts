import { own } from '../../specification/plain.ts';
import type { Changes } from '../steps/schema.ts';
import { isPlainAddition, otherOperationOn } from './mentions.ts';
import type { VersionShape } from './shapes.ts';

/**
 * A step without what it adds to a version that has it by now: the step was written when only the newer version had such a field,
 * and a frozen one stays as it is.
 */
export function withoutAdded(changes: Changes, shape: VersionShape): Changes {
  const resources = Object.entries(changes.resources ?? {}).map(([name, step]) => {
    const { operations, ...others } = step;
    const later = laterFields(shape, step.renamedFrom ?? name).filter(
      (field) => otherOperationOn(changes, name, field) === undefined,
    );
    const left = operations?.filter(
      (operation) => !later.some((field) => isPlainAddition(operation, field)),
    );
    const isSame = left === undefined || left.length === operations?.length;
    return [
      name,
      isSame ? step : left.length === 0 ? others : { ...step, operations: left },
    ] as const;
  });
  const isSame = resources.every(([name, step]) => changes.resources?.[name] === step);
  return isSame ? changes : { ...changes, resources: Object.fromEntries(resources) };
}

/** Fields that a version got after its first release. */
function laterFields({ specification, first }: VersionShape, resource: string): string[] {
  if (first === undefined) return [];
  const was = own(first.resources, resource)?.fields ?? {};
  const { fields = {} } = own(specification.resources, resource) ?? {};
  return Object.keys(fields).filter((field) => !Object.hasOwn(was, field));
}
