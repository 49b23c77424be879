import { convertedPaths } from '../compose/converted.ts';
import type { LinkedOperation, LinkedStep } from '../compose/link.ts';
import { memberAt } from '../compose/members.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { ResolvedField } from '../../specification/index.ts';

/** What clients of the older version of a step meet where a field has another type that does not hold every value. */
export function conversionNotes(step: LinkedStep): string[] {
  const [from = '', to = ''] = step.name.split('-to-');
  return step.resources.flatMap(({ newer: resource, operations }) => {
    const fields = fieldsOf(step.newer, resource);
    const refused = convertedPaths([operations], fields).map((path) => {
      const split = operations.find(
        ({ operation }) => operation.split?.into.includes(path) === true,
      )?.operation.split;
      const hook =
        split === undefined
          ? `retype: { field: ${path}, by: hook }`
          : `split: { field: ${split.field}, into: [${split.into.join(', ')}], by: hook }`;
      const part = split === undefined ? '' : ` as a part of "${split.field}"`;
      return (
        `Values of "${resource}.${path}" that clients of version ${from} send${part} and that version ${to} cannot hold are refused with a validation problem. ` +
        `To keep them, widen its bounds in service.yaml, or let a function convert them (${hook} in contracts/${step.name}.yaml).`
      );
    });
    const unreadable = operations
      .flatMap(unreadablePath)
      .map(
        ([path, type]) =>
          `Clients of version ${from} cannot read a text of "${resource}.${path}" that is no ${type}. ` +
          `Give the field a pattern in service.yaml that permits nothing else, or let a function show such texts (retype: { field: ${path}, by: hook } in contracts/${step.name}.yaml).`,
      );
    return [...refused, ...unreadable];
  });
}

/** A field that may hold any text now, and its former type that cannot show every text. */
function unreadablePath({ operation: { retype }, older, newer }: LinkedOperation) {
  if (retype === undefined || retype.by === 'hook') return [];
  const was = memberAt(older, retype.field, 'older')?.field;
  const is = memberAt(newer, retype.field, 'newest')?.field;
  const isText = is?.type === 'string' || is?.type === 'text';
  if (was === undefined || !isText || is.pattern !== undefined) return [];
  if (['string', 'text', 'array'].includes(was.type)) return [];
  const type = was.type === 'enum' ? `one of ${was.values.join(', ')}` : was.type + boundsOf(was);
  return [[retype.field, type] as const];
}

function boundsOf(field: ResolvedField): string {
  const { minimum, maximum } = field as { minimum?: unknown; maximum?: unknown };
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [`to ${String(maximum)}`]),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(' ')}`;
}
