import type { Step } from './migration.ts';
import type { Loaded } from './preflight.ts';

/** Steps that are carried out in one transaction. */
export interface Chunk {
  readonly steps: readonly Step[];
  /** As many steps of the migration are done after it. */
  readonly until: number;
}

/**
 * The rest of a migration up to its first `run`, which is a chunk of its own and the last one.
 *
 * @param isAlone true for steps that cannot be in a transaction with others
 */
export function chunksOf(
  { steps, stepsDone }: Loaded,
  isAlone: (step: Step, before: readonly Step[]) => boolean,
): Chunk[] {
  const chunks: Chunk[] = [];
  let together: Step[] = [];
  const close = (until: number) => {
    if (together.length > 0) chunks.push({ steps: together, until });
    together = [];
  };
  for (const [index, step] of [...steps.entries()].slice(stepsDone)) {
    if (step.kind === 'run' || isAlone(step, together)) {
      close(index);
      chunks.push({ steps: [step], until: index + 1 });
      if (step.kind === 'run') return chunks;
    } else {
      together.push(step);
    }
  }
  close(steps.length);
  // A migration without steps is noted, too.
  return chunks.length > 0 ? chunks : [{ steps: [], until: steps.length }];
}
