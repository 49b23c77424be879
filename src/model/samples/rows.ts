import { canonical } from '../../specification/values/json.ts';

export type Row = Readonly<Record<string, unknown>>;

/** How many combinations of values are looked at for rows that differ. */
const most = 20_000;

/**
 * Rows of values that collide in no key, as many as there are up to the number that is wanted. As long as every member has a
 * value of its own left, the n-th row has the n-th value of each.
 *
 * @param values of the members that keys are made of; a member without any is the same in all rows
 * @param keys whose members are unique together
 */
export function distinctRows(
  values: ReadonlyMap<string, readonly unknown[]>,
  keys: readonly (readonly string[])[],
  wanted: number,
): Row[] {
  const members = [...values].filter(([, list]) => list.length > 0);
  const taken = new Set<string>();
  const rows: Row[] = [];
  const add = (row: Row) => {
    const marks = keys.map((key, index) =>
      canonical([index, ...key.map((name) => row[name] ?? null)]),
    );
    if (marks.some((mark) => taken.has(mark))) return;
    for (const mark of marks) taken.add(mark);
    rows.push(row);
  };
  const rowOf = (indexOf: (length: number) => number): Row =>
    Object.fromEntries(members.map(([name, list]) => [name, list[indexOf(list.length)]]));
  for (let index = 0; index < wanted; index += 1) add(rowOf((length) => index % length));
  const count = members.reduce((product, [, list]) => Math.min(most, product * list.length), 1);
  for (let index = 0; index < count && rows.length < wanted; index += 1) {
    let rest = index;
    add(
      rowOf((length) => {
        const position = rest % length;
        rest = Math.floor(rest / length);
        return position;
      }),
    );
  }
  return rows.slice(0, wanted);
}
