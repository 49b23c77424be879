import type { ComposedResource, ComposedVersion } from '../../../evolution/compose/chain.ts';
import { fieldsOf } from '../../../evolution/compose/shape.ts';
import type { Naming } from './expression-code.ts';

export function namingOf(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
): Naming {
  const older = fieldsOf(specification, composed.older);
  // What a claim says need not be sent.
  const claimed = new Set(
    specification.authentication.rules
      .filter(({ resource }) => resource === composed.older)
      .map(({ field }) => older[field]),
  );
  return {
    newest: ['newest'],
    older: ['body'],
    shown: ['shown'],
    fields: {
      newest: [fieldsOf(newest, composed.newest)],
      older: [older],
    },
    isAnswer: false,
    isCertain: (field, side) =>
      side === 'newest'
        ? (field.required || field.nullable || field.default !== undefined) &&
          field.readableBy === undefined &&
          !field.writeOnly
        : field.required &&
          !claimed.has(field) &&
          !field.readOnly &&
          !field.writeOnly &&
          field.readableBy === undefined &&
          field.writableBy === undefined,
  };
}
