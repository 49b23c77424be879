/** One thing that needs another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/**
 * Circles of edges, by where they begin. Follows every edge once, and finds a circle wherever that leads back to a resource that it is still on the way from.
 * Without recursion, because the way may be as long as the file.
 */
export function circlesIn<E extends Edge>(edges: ReadonlyMap<string, readonly E[]>): E[][] {
  const circles: E[][] = [];
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const way: E[] = [];
    const onWay = new Map([[start, 0]]);
    const open = done.has(start) ? [] : [iterate(edges, start)];
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done: isEnd, value: edge } = last.left.next();
      if (isEnd === true) {
        done.add(last.name);
        onWay.delete(last.name);
        open.pop();
        way.pop();
        continue;
      }
      const since = onWay.get(edge.to);
      if (since !== undefined) circles.push([...way.slice(since), edge]);
      else if (!done.has(edge.to)) {
        way.push(edge);
        onWay.set(edge.to, way.length);
        open.push(iterate(edges, edge.to));
      }
    }
  }
  return circles;
}

function iterate<E>(edges: ReadonlyMap<string, readonly E[]>, name: string) {
  return { name, left: (edges.get(name) ?? []).values() };
}

/** `a → b → a`, cut where it is long. */
export function shownCircle(circle: readonly Edge[]): string {
  const names = [...circle.map(({ from }) => from), circle[0]?.from ?? ''];
  const shown = names.length > 10 ? [...names.slice(0, 6), '…', ...names.slice(-3)] : names;
  return shown.join(' → ');
}
