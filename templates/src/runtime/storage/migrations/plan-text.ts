import type { Plan } from './migrate.ts';

/** What the pending migrations will do, in lines for people. */
export function planText({ pending, reports }: Plan): string {
  if (pending.length === 0) return 'The tables are up to date.\n';
  const lines = pending.flatMap(({ name, steps, stepsDone }) => {
    const mine = reports.filter(({ migration }) => migration === name);
    const begun =
      stepsDone > 0 ? ` (${String(stepsDone)} of ${String(steps.length)} steps are done)` : '';
    const isUnknown = mine.length < steps.length - stepsDone;
    return [
      `${name}${begun}`,
      ...mine.flatMap(
        ({ description, written, obstacles, losses, legacies, isUnknown: isLater }) => [
          `  - ${description}${written === undefined ? '' : `: ${written}`}`,
          ...losses.map(({ name, about }) => `      loses data: ${about} (--accept-loss ${name})`),
          ...legacies.map((legacy) => `      stays as it is: ${legacy}`),
          ...obstacles.map((obstacle) => `      cannot be done: ${obstacle}`),
          ...(isLater ? ['      its rows are asked when the work before it is done'] : []),
        ],
      ),
      ...(isUnknown ? ['  - more, which is known when the work before it is done'] : []),
    ];
  });
  return `${lines.join('\n')}\n`;
}
