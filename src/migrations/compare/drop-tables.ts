import type { Step } from '../step.ts';
import type { Table } from '../table.ts';

/** Drops tables, each before those that it refers to; in a circle of references these go first. */
export function dropSteps(tables: readonly Table[]): Step[] {
  const steps: Step[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const isReferred = ({ name }: Table) =>
      left.some(
        (other) =>
          other.name !== name &&
          [...other.columns.values()].some(
            ({ definition }) => definition.references?.table === name,
          ),
      );
    const next = left.find((each) => !isReferred(each)) ?? left[0];
    if (next === undefined) break;
    for (const other of left.filter(({ name }) => name !== next.name)) {
      for (const [column, { definition }] of other.columns) {
        const { references, ...to } = definition;
        if (references?.table !== next.name) continue;
        steps.push({ kind: 'alterColumn', table: other.name, column, from: definition, to });
      }
    }
    steps.push({ kind: 'dropTable', table: next.name });
    left = left.filter((each) => each !== next);
  }
  return steps;
}
