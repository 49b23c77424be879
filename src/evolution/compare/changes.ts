import type { Change, Found, Row } from './change.ts';
import { messageOf } from './message.ts';

/** What was found with its rows, sorted by path and identifier; what is found twice at one place is there once. */
export function changesOf(
  found: readonly Found[],
  rowOf: (id: string) => Row,
  wayOf?: (row: Row) => string,
): Change[] {
  const changes = found.map((each) => changeOf(each, rowOf(each.id), wayOf)).toSorted(inOrder);
  return changes.filter((change, index) => {
    const before = changes[index - 1];
    return before?.path !== change.path || before.id !== change.id;
  });
}

function changeOf(found: Found, row: Row, wayOf?: (row: Row) => string): Change {
  const { change, request, response, class: effect, action } = row;
  const { lens = row.lens } = found;
  const message = messageOf({ ...row, lens }, found, wayOf);
  return { ...found, change, request, response, class: effect, action, lens, message };
}

/** By code units, so that every machine sorts alike. */
function inOrder(one: Change, other: Change): number {
  const [a, b] = [`${one.path}\n${one.id}`, `${other.path}\n${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
