/** One name that becomes another. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/**
 * Puts renamings in an order in which no name is taken. Where two names are exchanged, one of them moves aside first.
 *
 * @param there all names that are there
 */
export function inFreeOrder(renamings: readonly Renaming[], there: Iterable<string>): Renaming[] {
  const taken = new Set(there);
  const ordered: Renaming[] = [];
  let left = renamings.filter(({ from, to }) => from !== to);
  while (left.length > 0) {
    const next = left.find(({ to }) => !taken.has(to));
    const [first] = left;
    if (first === undefined) break;
    const move = next ?? { from: first.from, to: aside(first.from) };
    ordered.push(move);
    taken.delete(move.from);
    taken.add(move.to);
    left =
      next === undefined
        ? [...left.slice(1), { from: move.to, to: first.to }]
        : left.filter((each) => each !== next);
  }
  return ordered;
}

/** A name that no field and no resource has: theirs have no two underscores. */
export function aside(name: string): string {
  return `${name.slice(0, 50)}__moved`;
}

/** A name for what older versions still show, in the place of one that something else has now. */
export function keptAside(name: string, taken: ReadonlySet<string>): string {
  const base = `${name.slice(0, 50)}__kept`;
  let free = base;
  for (let number = 2; taken.has(free); number += 1) free = `${base}${String(number)}`;
  return free;
}
