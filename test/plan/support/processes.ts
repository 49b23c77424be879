import type { Processes } from '../../../src/plan/processes.ts';

/** As if each process that ever wrote a marker had ended. */
export const deadProcesses: Processes = {
  self: async () => ({ host: 'test', pid: 1, start: '', at: '2026-01-01T00:00:00.000Z' }),
  isAlive: async () => false,
  isRunning: () => false,
};
