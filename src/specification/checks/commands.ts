import type { Issue, IssueDetails, Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resourceEndpoints, type Action, type Field, type Transition } from '../schema.ts';
import { guardIssues, replacingIssues } from './guards.ts';
import { inputIssues } from './inputs.ts';
import { rowOf } from './rows.ts';
import { resourceNames, type CheckContext } from './check-context.ts';

/** What transitions and actions ask for: what is sent along, and what must hold. */
export function commandIssues(
  context: CheckContext,
  unclear: ReadonlySet<Field>,
  validatePattern: (pattern: string) => IssueDetails | undefined,
): Issue[] {
  const endpoints = resourceEndpoints(context.valid.endpoints);
  return resourceNames(context).flatMap((name) => {
    const { transitions = {} } = own(context.valid.states, name) ?? {};
    const { actions = {} } = own(endpoints, name) ?? {};
    const commands: readonly (readonly [Path, Transition | Action])[] = [
      ...Object.entries(transitions).map(
        ([key, command]) => [['states', name, 'transitions', key], command] as const,
      ),
      ...Object.entries(actions).map(
        ([key, command]) => [['endpoints', name, 'actions', key], command] as const,
      ),
    ];
    if (commands.length === 0) return [];
    const row = rowOf(context, name, unclear);
    const parent = own(context.valid.resources, name)?.parent;
    const around = { row, parent, resources: resourceNames(context), validatePattern };
    return commands.flatMap(([path, command]) => {
      const issues = [...inputIssues(command, path, around), ...guardIssues(command, path, row)];
      return issues.length > 0 ? issues : replacingIssues(command, path, row);
    });
  });
}
