import { atValue, type Issue } from '../issue.ts';
import { circleIssues } from './circles.ts';
import { unknownResource } from './parents.ts';
import { resourceNames, resourcesOf, type Subject } from './subject.ts';

/** References name a resource, and some order exists in which the first row of each can be created. */
export function referenceIssues(subject: Subject): Issue[] {
  const names = new Set(resourceNames(subject));
  const list = [...names];
  const unknown = resourcesOf(subject).flatMap(([name, { fields }]) =>
    Object.entries(fields).flatMap(([field, definition]) => {
      if (definition.type !== 'reference' || names.has(definition.to)) return [];
      const path = ['resources', name, 'fields', field, 'to'];
      return [atValue(path, unknownResource(definition.to, list))];
    }),
  );
  return [...unknown, ...circleIssues(subject)];
}
