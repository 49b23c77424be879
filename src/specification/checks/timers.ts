import { validateIsoDuration } from '../validators/durations.ts';
import { atKey, atValue, valueIssues, type Issue, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import type { StateMachine, Transition } from '../schema.ts';
import { shown } from '../shown.ts';
import { fieldNames, type CheckContext } from './check-context.ts';
import { unknownField } from './unique.ts';

const instants: ReadonlySet<string> = new Set(['date', 'date-time']);

/** Timed transitions: each has one reason, and no request that could send an input. */
export function timerIssues(
  context: CheckContext,
  machine: StateMachine,
  resource: string,
): Issue[] {
  return Object.entries(machine.transitions).flatMap(([name, transition]) => {
    const path = ['states', resource, 'transitions', name];
    return transitionIssues(context, transition, resource, path);
  });
}

function transitionIssues(
  context: CheckContext,
  { after, at, input }: Transition,
  resource: string,
  path: Path,
): Issue[] {
  if (after === undefined && at === undefined) return [];
  const issues: Issue[] = [];
  if (after !== undefined && at !== undefined) {
    const message =
      'a transition happens "after" some time or "at" an instant; leave one of them out';
    issues.push(atKey([...path, 'at'], { code: 'contradiction', message }));
  }
  if (input !== undefined) {
    const message = 'a timed transition has no request, so it cannot have an input';
    issues.push(atKey([...path, 'input'], { code: 'contradiction', message }));
  }
  const duration =
    after === undefined ? [] : valueIssues([...path, 'after'], validateIsoDuration('after', after));
  const field = at === undefined ? [] : fieldIssues(context, at, resource, [...path, 'at']);
  return [...issues, ...duration, ...field];
}

function fieldIssues(context: CheckContext, at: string, resource: string, path: Path): Issue[] {
  const fields = own(context.valid.resources, resource)?.fields ?? {};
  const possible = Object.entries(fields)
    .filter(([, { type }]) => instants.has(type))
    .map(([name]) => name);
  const names = fieldNames(context, resource);
  if (!names.includes(at))
    return [atValue(path, { ...unknownField(at, names), allowed: possible })];
  const field = own(fields, at);
  if (field === undefined || instants.has(field.type)) return [];
  const message = `${shown(at)} is of the type "${field.type}", which tells no instant; a date-time or a date does`;
  return [atValue(path, { code: 'no-instant', message, allowed: possible })];
}
