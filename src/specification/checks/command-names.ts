import { validateCommandName, squashed } from '../validators/commands.ts';
import { keyIssues, type Issue, type Path } from '../issue.ts';
import { pascalCase } from '../names/casing.ts';
import { methods } from '../schema.ts';
import { own } from '../plain.ts';
import {
  actionNames,
  pluralAsWritten,
  resourceNames,
  transitionNames,
  type CheckContext,
} from './check-context.ts';

/** A transition or an action, by its name as written. */
interface Command {
  readonly name: string;
  readonly resource: string;
  readonly path: Path;
}

/** What transitions and actions are called: alone, beside each other, beside the collections in a row, and as operations. */
export function commandNameIssues(context: CheckContext): Issue[] {
  const names = resourceNames(context);
  const children = Map.groupBy(names, (name) => own(context.valid.resources, name)?.parent ?? '');
  const operations = methodOperations(context, names);
  return names.flatMap((resource) => {
    const segments = new Map(
      (children.get(resource) ?? []).map((child) => [pluralAsWritten(context, child), child]),
    );
    const commands = new Map<string, Command>();
    return commandsOf(context, resource).flatMap((command) => {
      const other = commands.get(squashed(command.name));
      commands.set(squashed(command.name), other ?? command);
      const details =
        validateCommandName(command.name) ??
        beside(command, other) ??
        besideChildren(command, segments) ??
        asOperation(command, operations);
      return keyIssues(command.path, details);
    });
  });
}

function commandsOf(context: CheckContext, resource: string): Command[] {
  const transitions = transitionNames(context, resource).map((name) => ({
    name,
    resource,
    path: ['states', resource, 'transitions', name],
  }));
  const actions = actionNames(context, resource).map((name) => ({
    name,
    resource,
    path: ['endpoints', resource, 'actions', name],
  }));
  return [...transitions, ...actions];
}

function beside({ name }: Command, other: Command | undefined) {
  if (other === undefined) return undefined;
  const what = other.path[0] === 'states' ? 'transition' : 'action';
  const message =
    other.name === name
      ? `there is ${what === 'action' ? 'an' : 'a'} ${what} "${name}" already, and both are POST to the same address`
      : `"${name}" and the ${what} "${other.name}" are the same name apart from their hyphens`;
  return { code: 'name-collision', message };
}

function besideChildren({ name, resource }: Command, segments: ReadonlyMap<string, string>) {
  const child = segments.get(name);
  if (child === undefined) return undefined;
  const message = `the collection of "${child}" in "${resource}" has the address that "${name}" would have`;
  return { code: 'name-collision', message };
}

/** Two words and two names can make one operation: "create-order" of "item", and the method create of "order-item". */
function asOperation(command: Command, operations: Map<string, string>) {
  const id = operationId(command.name, command.resource);
  const owner = operations.get(id);
  const own = `"${command.name}" of "${command.resource}"`;
  operations.set(id, owner ?? own);
  if (owner === undefined) return undefined;
  const message = `${own} and ${owner} would be one operation, ${id}`;
  return { code: 'name-collision', message };
}

function methodOperations(context: CheckContext, names: readonly string[]): Map<string, string> {
  return new Map(
    names.flatMap((name) =>
      methods.map((method) => [
        operationId(method, method === 'list' ? pluralAsWritten(context, name) : name),
        `the method ${method} of "${name}"`,
      ]),
    ),
  );
}

function operationId(verb: string, noun: string): string {
  return `${pascalCase(verb)}${pascalCase(noun)}`.toLowerCase();
}
