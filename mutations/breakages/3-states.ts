import { breakage, type Breakage } from './breakage.ts';

/** States and transitions. */
export const states: readonly Breakage[] = [
  breakage(
    'C-019',
    'what the clock decides comes a second early',
    'runtime/states/timed-transitions.ts',
    'const now = clock();',
    'const now = new Date(clock().getTime() + 1000);',
  ),
  breakage(
    'C-019',
    'a transition does not follow the member that says when',
    'runtime/states/timers.ts',
    'await setOne(transaction, row, name, instantOf(row, at));',
    '',
  ),
  breakage(
    'C-019',
    'what is gone has its time all the same',
    'runtime/states/timers.ts',
    "if (kind === 'deleted') await clearAll(transaction, { resource, row_id: after.id });",
    "if (kind === 'deleted') await wake(transaction, { resource, row_id: after.id });",
  ),
];
