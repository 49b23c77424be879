import { atValue, type Issue, type Path } from '../issue.ts';
import type { Resource } from '../schema.ts';
import { circlesIn, shownCircle, type Edge } from './graph.ts';
import { resourcesOf, type CheckContext } from './check-context.ts';

/** What must exist before a row can be created: its parent, and what a required reference refers to. */
interface Need extends Edge {
  readonly path: Path;
  readonly isParent: boolean;
}

/** Circles of needs, each reported at one of its references. Circles of parents alone are reported as such. */
export function circleIssues(context: CheckContext): Issue[] {
  const needs = resourcesOf(context).flatMap(([name, resource]) => needsOf(name, resource));
  return circlesIn(Map.groupBy(needs, ({ from }) => from)).flatMap((circle) => {
    const reference = circle.find(({ isParent }) => !isParent);
    if (reference === undefined) return [];
    const message = `${shownCircle(circle)} is a circle of required references, so no row of it could ever be created; make one of them optional or nullable`;
    return [atValue(reference.path, { code: 'reference-cycle', message })];
  });
}

function needsOf(name: string, { parent, fields }: Resource): Need[] {
  const path = ['resources', name];
  const above = { from: name, path: [...path, 'parent'], isParent: true };
  const references = Object.entries(fields).flatMap(([field, definition]) => {
    if (definition.type !== 'reference') return [];
    if (definition.required !== true || definition.nullable === true) return [];
    const place = [...path, 'fields', field, 'to'];
    return [{ from: name, to: definition.to, path: place, isParent: false }];
  });
  return parent === undefined ? references : [{ ...above, to: parent }, ...references];
}
