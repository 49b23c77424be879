import type { Issue, IssueDetails, Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resourceEndpoints, type Action, type Field, type Transition } from '../schema.ts';
import { guardIssues, replacingIssues } from './guards.ts';
import { inputIssues } from './inputs.ts';
import { rowOf } from './rows.ts';
import { resourceNames, type CheckContext } from './check-context.ts';

/** What transitions and actions ask for: what is sent along, and what must hold. */
export function customOperationIssues(
  context: CheckContext,
  unclear: ReadonlySet<Field>,
  validatePattern: (pattern: string) => IssueDetails | undefined,
): Issue[] {
  const endpoints = resourceEndpoints(context.valid.endpoints);
  return resourceNames(context).flatMap((name) => {
    const { transitions = {} } = own(context.valid.states, name) ?? {};
    const { actions = {} } = own(endpoints, name) ?? {};
    const customOperations: readonly (readonly [Path, Transition | Action])[] = [
      ...Object.entries(transitions).map(
        ([key, customOperation]) =>
          [['states', name, 'transitions', key], customOperation] as const,
      ),
      ...Object.entries(actions).map(
        ([key, customOperation]) => [['endpoints', name, 'actions', key], customOperation] as const,
      ),
    ];
    if (customOperations.length === 0) return [];
    const row = rowOf(context, name, unclear);
    const parent = own(context.valid.resources, name)?.parent;
    const around = { row, parent, resources: resourceNames(context), validatePattern };
    return customOperations.flatMap(([path, customOperation]) => {
      const issues = [
        ...inputIssues(customOperation, path, around),
        ...guardIssues(customOperation, path, row),
      ];
      return issues.length > 0 ? issues : replacingIssues(customOperation, path, row);
    });
  });
}
