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

/** Circles of needs, each reported at one of its references. Circles of parents alone are reported as such. */
export function circleFaults(subject: Subject): Fault[] {
  const needs = resourcesOf(subject).flatMap(([name, resource]) => needsOf(name, resource));
  return circlesIn(Map.groupBy(needs, ({ from }) => from)).flatMap((circle) => {
    const reference = circle.find(({ isParent }) => !isParent);
    if (reference === undefined) return [];
    const message = `${shownCircle(circle)} is a circle of required references, so no row of it could ever be created; make one of them optional`;
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

/**
 * Follows every need once, and finds a circle wherever that leads back to a resource that it is still on the way from.
 * Without recursion, because the way may be as long as the file.
 */
function circlesIn(needs: ReadonlyMap<string, readonly Need[]>): Need[][] {
  const circles: Need[][] = [];
  const done = new Set<string>();
  for (const start of needs.keys()) {
    const way: Need[] = [];
    const onWay = new Map([[start, 0]]);
    const open = done.has(start) ? [] : [iterate(needs, start)];
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done: isEnd, value: need } = last.left.next();
      if (isEnd === true) {
        done.add(last.name);
        onWay.delete(last.name);
        open.pop();
        way.pop();
        continue;
      }
      const since = onWay.get(need.to);
      if (since !== undefined) circles.push([...way.slice(since), need]);
      else if (!done.has(need.to)) {
        way.push(need);
        onWay.set(need.to, way.length);
        open.push(iterate(needs, need.to));
      }
    }
  }
  return circles;
}

function iterate(needs: ReadonlyMap<string, readonly Need[]>, name: string) {
  return { name, left: (needs.get(name) ?? []).values() };
}

function shownCircle(circle: readonly Need[]): string {
  const names = [...circle.map(({ from }) => from), circle[0]?.from ?? ''];
  const shown = names.length > 10 ? [...names.slice(0, 6), '…', ...names.slice(-3)] : names;
  return shown.join(' → ');
}
