import { validateJsonApiField } from '../validators/endpoints.ts';
import { validateFieldCollision, validateFieldName } from '../validators/field-name.ts';
import { atKey, valueIssues, type Issue } from '../issue.ts';
import { snakeCase } from '../names/casing.ts';
import { systemFields } from '../names/reserved.ts';
import { own } from '../plain.ts';
import type { StateMachine } from '../schema.ts';
import { shown } from '../shown.ts';
import { graphIssues } from './state-graph.ts';
import { historyIssues, takenNames } from './histories.ts';
import { unknownResource } from './parents.ts';
import { stateFieldName } from './rows.ts';
import { stateNameIssues } from './state-names.ts';
import {
  fieldNames,
  machineNames,
  resourceNames,
  transitionNames,
  type CheckContext,
} from './check-context.ts';
import { valueAt } from '../structure/locate.ts';
import { timerIssues } from './timers.ts';

/** Machines belong to resources, and their states hang together. What they ask of a request is checked with the actions. */
export function stateIssues(context: CheckContext): Issue[] {
  const names = resourceNames(context);
  const known = new Set(names);
  const taken = takenNames(context);
  return machineNames(context).flatMap((name) => {
    if (!known.has(name)) return [atKey(['states', name], unknownResource(name, names))];
    const machine = own(context.valid.states, name);
    const field = fieldIssues(context, name);
    if (machine === undefined) return field;
    return field.concat(
      stateNameIssues(machine, name),
      isWhole(context, machine, name) ? graphIssues(machine, name) : [],
      timerIssues(context, machine, name),
      historyIssues(context, machine, name, taken),
    );
  });
}

/** The machine adds its field: no other field has the name, and it is a name that a field can have. */
function fieldIssues(context: CheckContext, resource: string): Issue[] {
  const field = stateFieldName(context, resource);
  if (field === undefined) return [];
  const names = fieldNames(context, resource);
  if (names.includes(field)) {
    const message = `the states of "${resource}" add the field ${shown(field)} themselves: leave it out here, or name theirs with states.${resource}.field`;
    return [atKey(['resources', resource, 'fields', field], { code: 'state-field', message })];
  }
  const machine: StateMachine | undefined = own(context.valid.states, resource);
  if (machine?.field === undefined) return [];
  const columns = new Map([...systemFields, ...names].map((name) => [snakeCase(name), name]));
  const parent = own(context.valid.resources, resource)?.parent;
  const isJsonApi = context.valid.endpoints?.representations?.includes('json-api') === true;
  const details =
    validateFieldName(field, parent) ??
    validateFieldCollision(field, columns) ??
    (isJsonApi ? validateJsonApiField(field) : undefined);
  return valueIssues(['states', resource, 'field'], details);
}

/** Whether no transition has a mistake of its own. With one, nothing shows how the states hang together. */
function isWhole(context: CheckContext, machine: StateMachine, name: string): boolean {
  const hasFinal = valueAt(context.raw, ['states', name, 'final']) !== undefined;
  return (
    transitionNames(context, name).every((each) => Object.hasOwn(machine.transitions, each)) &&
    hasFinal === (machine.final !== undefined)
  );
}
