import { atValue, type Issue } from '../issue.ts';
import { circleIssues } from './circles.ts';
import { unknownResource } from './parents.ts';
import { resourceNames, resourcesOf, type CheckContext } from './check-context.ts';

/** References name a resource, and some order exists in which the first row of each can be created. */
export function referenceIssues(context: CheckContext): Issue[] {
  const names = new Set(resourceNames(context));
  const list = [...names];
  const unknown = resourcesOf(context).flatMap(([name, { fields }]) =>
    Object.entries(fields).flatMap(([field, definition]) => {
      if (definition.type !== 'reference' || names.has(definition.to)) return [];
      const path = ['resources', name, 'fields', field, 'to'];
      return [atValue(path, unknownResource(definition.to, list))];
    }),
  );
  return [...unknown, ...circleIssues(context)];
}
