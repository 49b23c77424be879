import type { ComposedResource } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';
import type { Member } from '../compose/members.ts';

/** A reference for which a step names a row: clients of the older version may leave it out, or do not know it. */
export interface FilledReference {
  /** Singular name of the resource of the row, in the newest version. */
  readonly to: string;
  readonly id: string;
  /** The segment of the transition or the action, in the older version; absent: what creates and replaces sends it. */
  readonly customOperation?: string;
}

/** The references of a resource, and of what its transitions and actions are sent, that steps fill. */
export function filledReferences({ up, customOperations }: ComposedResource): FilledReference[] {
  return [
    ...up.flatMap(filledBy),
    ...customOperations.flatMap(({ older, up: inputs }) =>
      inputs.flatMap(filledBy).map((each) => ({ ...each, customOperation: older })),
    ),
  ];
}

function filledBy({ field, expression }: Member): FilledReference[] {
  if (field.type !== 'reference') return [];
  const id = fillIn(expression);
  return typeof id === 'string' ? [{ to: field.to, id }] : [];
}

/** The value in the place of nothing. */
function fillIn(expression: Expression): unknown {
  switch (expression.kind) {
    case 'fallback':
    case 'value':
      return expression.value;
    case 'added':
      return fillIn(expression.fresh);
    default:
      return undefined;
  }
}
