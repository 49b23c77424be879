import { composeVersion } from '../../../evolution/compose/chain.ts';
import { customOperationInputs } from '../../../evolution/compose/custom-operations.ts';
import { evaluateAll } from '../../../evolution/compose/evaluate.ts';
import type {
  LinkedCustomOperation,
  LinkedResource,
  LinkedStep,
} from '../../../evolution/compose/link.ts';
import type { FieldOperation } from '../../../evolution/steps/schema.ts';
import { own } from '../../../specification/plain.ts';
import { exampleOfFields } from '../example.ts';
import { rowOf, type Row } from './field-rows.ts';

/** Addresses of a collection in both versions. */
interface Paths {
  readonly older: string;
  readonly newer: string;
}

/** What differs in what is sent along with the transitions and actions of a resource, with a request in both versions. */
export function inputGuides(step: LinkedStep, resource: LinkedResource, paths: Paths) {
  const [from = '', to = ''] = step.name.split('-to-');
  return resource.customOperations
    .filter(({ operations }) => operations.length > 0)
    .map((customOperation) => ({
      from,
      to,
      older: customOperation.older,
      newer: customOperation.newer,
      olderPath: `${paths.older}/{id}/${customOperation.older}`,
      newerPath: `${paths.newer}/{id}/${customOperation.newer}`,
      rows: inputRows(customOperation),
      requests: requestsOf(step, resource, customOperation),
    }));
}

function inputRows({ operations }: LinkedCustomOperation): Row[] {
  return operations.flatMap(({ operation }) => rowOfInput(operation));
}

/** Requests contain inputs; rows and answers do not. So the row of an input speaks of requests alone. */
function rowOfInput(operation: FieldOperation): Row[] {
  const { add, remove } = operation;
  if (remove !== undefined) return [{ older: remove.field, newer: '–', what: 'is gone' }];
  if (add === undefined) return rowOf(operation);
  const fill =
    add.fill === undefined ? '' : `; requests of older clients have ${JSON.stringify(add.fill)}`;
  return [{ older: '–', newer: add.field, what: `is new${fill}` }];
}

/** None where a function of a person makes one of the other, or where no value can be made up. */
function requestsOf(
  step: LinkedStep,
  { older, newer }: LinkedResource,
  { older: was, newer: is, operations }: LinkedCustomOperation,
) {
  const inputs = own(customOperationInputs(step.older, older), was) ?? {};
  const [example] = exampleOfFields(inputs);
  const composed = composeVersion('', [step])
    .resources.find(({ newest }) => newest === newer)
    ?.customOperations.find(({ newest }) => newest === is);
  const asksPeople = operations.some(({ operation }) =>
    JSON.stringify(operation).includes('"hook"'),
  );
  if (example === undefined || composed === undefined || asksPeople) return [];
  return [{ older: example, newer: evaluateAll(composed.up, { older: [example] }) }];
}

/** The places of what the tables about transitions and actions contain, in both versions. */
export function placesOfInputs({ older, newer, customOperations }: LinkedResource): string[] {
  return customOperations.flatMap((customOperation) => {
    const rows = inputRows(customOperation);
    const places = (resource: string, name: string, paths: readonly string[]) =>
      placesOf(resource, name).flatMap((place) => [
        ...(customOperation.older === customOperation.newer ? [] : [place]),
        ...paths.flatMap((path) =>
          path
            .split(', ')
            .map(
              (each) =>
                `${place}.input.${each.replaceAll('[]', '.items').replaceAll('.', '.fields.')}`,
            ),
        ),
      ]);
    return [
      ...places(
        older,
        customOperation.older,
        rows.map((row) => row.older),
      ),
      ...places(
        newer,
        customOperation.newer,
        rows.map((row) => row.newer),
      ),
    ];
  });
}

/** A transition or an action, whichever it is. */
function placesOf(resource: string, name: string): string[] {
  return [`states.${resource}.transitions.${name}`, `endpoints.${resource}.actions.${name}`];
}
