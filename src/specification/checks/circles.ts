import { atValue, type Fault, type Path } from '../fault.ts';
import type { Resource } from '../schema.ts';
import { resourcesOf, type Subject } from './subject.ts';

/** What must exist before a row can be created: its parent, and what a required reference refers to. */
interface Need {
  readonly from: string;
  readonly to: string;
  readonly path: Path;
  readonly isParent: boolean;
}

/** A file with more resources is refused for that; looking for circles in it would take long. */
const mostResources = 5000;

/** Circles of needs. Each is reported at one of its references and then taken as broken there. */
export function circleFaults(subject: Subject): Fault[] {
  if (resourcesOf(subject).length > mostResources) return [];
  const needs = resourcesOf(subject).flatMap(([name, resource]) => needsOf(name, resource));
  const remaining = Map.groupBy(needs, ({ from }) => from);
  return needs.flatMap((need) => {
    const circle = need.isParent ? undefined : way(need.to, need.from, remaining);
    if (circle === undefined) return [];
    remaining.set(
      need.from,
      (remaining.get(need.from) ?? []).filter((other) => other !== need),
    );
    const message = `${shownCircle([need.from].concat(circle))} is a circle of required references, so no row of it could ever be created; make one of them optional`;
    return [atValue(need.path, { code: 'reference-cycle', message })];
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

/** The shortest way from one resource to another along what they need; undefined where there is none. */
function way(
  start: string,
  end: string,
  needs: ReadonlyMap<string, readonly Need[]>,
): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const name of cameFrom.keys()) {
    if (name === end) return trail(end, cameFrom);
    for (const { to } of needs.get(name) ?? []) {
      if (!cameFrom.has(to)) cameFrom.set(to, name);
    }
  }
  return undefined;
}

function trail(end: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const names: string[] = [];
  for (let name: string | undefined = end; name !== undefined; name = cameFrom.get(name)) {
    names.unshift(name);
  }
  return names;
}

function shownCircle(names: readonly string[]): string {
  const shown = names.length > 10 ? [...names.slice(0, 6), '…', ...names.slice(-3)] : names;
  return shown.join(' → ');
}
