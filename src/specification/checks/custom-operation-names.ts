import { validateCustomOperationName, squashed } from '../validators/custom-operations.ts';
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
interface CustomOperation {
  readonly name: string;
  readonly resource: string;
  readonly path: Path;
}

/** What transitions and actions are called: alone, beside each other, beside the collections in a row, and as operations. */
export function customOperationNameIssues(context: CheckContext): Issue[] {
  const names = resourceNames(context);
  const children = Map.groupBy(names, (name) => own(context.valid.resources, name)?.parent ?? '');
  const operations = methodOperations(context, names);
  return names.flatMap((resource) => {
    const segments = new Map(
      (children.get(resource) ?? []).map((child) => [pluralAsWritten(context, child), child]),
    );
    const customOperations = new Map<string, CustomOperation>();
    return customOperationsOf(context, resource).flatMap((customOperation) => {
      const other = customOperations.get(squashed(customOperation.name));
      customOperations.set(squashed(customOperation.name), other ?? customOperation);
      const details =
        validateCustomOperationName(customOperation.name) ??
        beside(customOperation, other) ??
        besideChildren(customOperation, segments) ??
        asOperation(customOperation, operations);
      return keyIssues(customOperation.path, details);
    });
  });
}

function customOperationsOf(context: CheckContext, resource: string): CustomOperation[] {
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

function beside({ name }: CustomOperation, other: CustomOperation | undefined) {
  if (other === undefined) return undefined;
  const what = other.path[0] === 'states' ? 'transition' : 'action';
  const message =
    other.name === name
      ? `there is ${what === 'action' ? 'an' : 'a'} ${what} "${name}" already, and both are POST to the same address`
      : `"${name}" and the ${what} "${other.name}" are the same name apart from their hyphens`;
  return { code: 'name-collision', message };
}

function besideChildren(
  { name, resource }: CustomOperation,
  segments: ReadonlyMap<string, string>,
) {
  const child = segments.get(name);
  if (child === undefined) return undefined;
  const message = `the collection of "${child}" in "${resource}" has the address that "${name}" would have`;
  return { code: 'name-collision', message };
}

/** Two words and two names can make one operation: "create-order" of "item", and the method create of "order-item". */
function asOperation(customOperation: CustomOperation, operations: Map<string, string>) {
  const id = operationId(customOperation.name, customOperation.resource);
  const owner = operations.get(id);
  const own = `"${customOperation.name}" of "${customOperation.resource}"`;
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
