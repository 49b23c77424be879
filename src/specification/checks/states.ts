import { judgeJsonApiField } from '../answers/endpoints.ts';
import { judgeFieldCollision, judgeFieldName } from '../answers/field-name.ts';
import { atKey, judgedValue, type Issue } from '../issue.ts';
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
  type Subject,
} from './subject.ts';
import { valueAt } from '../structure/locate.ts';
import { timerIssues } from './timers.ts';

/** Machines belong to resources, and their states hang together. What they ask of a request is judged with the actions. */
export function stateIssues(subject: Subject): Issue[] {
  const names = resourceNames(subject);
  const known = new Set(names);
  const taken = takenNames(subject);
  return machineNames(subject).flatMap((name) => {
    if (!known.has(name)) return [atKey(['states', name], unknownResource(name, names))];
    const machine = own(subject.sound.states, name);
    const field = fieldIssues(subject, name);
    if (machine === undefined) return field;
    return field.concat(
      stateNameIssues(machine, name),
      isWhole(subject, machine, name) ? graphIssues(machine, name) : [],
      timerIssues(subject, machine, name),
      historyIssues(subject, machine, name, taken),
    );
  });
}

/** The machine adds its field: no other field has the name, and it is a name that a field can have. */
function fieldIssues(subject: Subject, resource: string): Issue[] {
  const field = stateFieldName(subject, resource);
  if (field === undefined) return [];
  const names = fieldNames(subject, resource);
  if (names.includes(field)) {
    const message = `the states of "${resource}" add the field ${shown(field)} themselves: leave it out here, or name theirs with states.${resource}.field`;
    return [atKey(['resources', resource, 'fields', field], { code: 'state-field', message })];
  }
  const machine: StateMachine | undefined = own(subject.sound.states, resource);
  if (machine?.field === undefined) return [];
  const columns = new Map([...systemFields, ...names].map((name) => [snakeCase(name), name]));
  const parent = own(subject.sound.resources, resource)?.parent;
  const isJsonApi = subject.sound.endpoints?.representations?.includes('json-api') === true;
  const judgement =
    judgeFieldName(field, parent) ??
    judgeFieldCollision(field, columns) ??
    (isJsonApi ? judgeJsonApiField(field) : undefined);
  return judgedValue(['states', resource, 'field'], judgement);
}

/** Whether no transition has a mistake of its own: what hangs together cannot be told without it. */
function isWhole(subject: Subject, machine: StateMachine, name: string): boolean {
  const hasFinal = valueAt(subject.raw, ['states', name, 'final']) !== undefined;
  return (
    transitionNames(subject, name).every((each) => Object.hasOwn(machine.transitions, each)) &&
    hasFinal === (machine.final !== undefined)
  );
}
