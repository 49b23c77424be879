import type { Found } from '../change.ts';
import { compareBody } from './bodies.ts';
import { compareCallbacks } from './callbacks.ts';
import { bothOf, type Comparison, type Pair } from './comparison.ts';
import { found, opposite } from './found.ts';
import { compareParameters } from './parameters.ts';
import type { CompareItem, Item } from './path-item.ts';
import { compareDeprecated, compareRest } from './rest.ts';
import { compareResponses } from './responses.ts';
import { compareRequirements } from './security.ts';
import { compareServersHere } from './servers.ts';

/** An operation in both documents, and where it is. */
export interface Operation extends Item {
  readonly method: string;
  readonly operation: Pair;
  readonly requiredOnCreate?: ReadonlySet<string>;
}

const known = `parameters requestBody responses callbacks deprecated x-sunset security servers
  operationId`.split(/\s+/);

export function compareOperation(
  one: Operation,
  comparison: Comparison,
  compareItem: CompareItem,
): readonly Found[] {
  const { path, method, operation, side, requiredOnCreate } = one;
  const body = {
    path: `${path}.requestBody`,
    side,
    ...(requiredOnCreate === undefined ? {} : { requiredOnCreate }),
  };
  return [
    ...compareName(path, operation),
    ...compareDeprecated(path, operation, ['M03', 'M11', 'M13']),
    ...compareParameters(one, comparison),
    ...compareBody(operation, body, comparison),
    ...compareResponses(
      bothOf(operation, 'responses'),
      { path, method, side: opposite(side) },
      comparison,
    ),
    ...(side === 'request' ? compareRequirements(path, operation, comparison) : []),
    ...compareServersHere(path, operation, comparison),
    ...compareCallbacks(path, bothOf(operation, 'callbacks'), comparison, compareItem),
    ...compareRest(path, operation, known, comparison),
  ];
}

function compareName(path: string, operation: Pair): Found[] {
  const { was, is } = bothOf(operation, 'operationId');
  if (was?.value === is?.value) return [];
  return [found('O08', `${path}.operationId`, was?.value, is?.value)];
}
