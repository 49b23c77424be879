import type { Step } from '../step.ts';

/** The order of all steps of one migration: what stands in the way goes first, and what others are made from goes last. */
const order = [
  'freeIndexes',
  'moveTables',
  'renameTables',
  'freeColumns',
  'renameColumns',
  'createTables',
  'addColumns',
  'replaceValues',
  'carryRows',
  'alterColumns',
  'dropColumns',
  'dropTables',
  'createIndexes',
  'checkValues',
] as const;

export type Phase = (typeof order)[number];

/** Collects steps by the phase they belong to. */
export interface Phases {
  add(phase: Phase, ...steps: readonly Step[]): void;
  inOrder(): Step[];
}

export function phases(): Phases {
  const steps = new Map<Phase, Step[]>(order.map((phase) => [phase, []]));
  return {
    add: (phase, ...more) => {
      steps.get(phase)?.push(...more);
    },
    inOrder: () => order.flatMap((phase) => steps.get(phase) ?? []),
  };
}
