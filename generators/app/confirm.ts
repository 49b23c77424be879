import type { Plan } from '../../src/plan/index.ts';
import { askChoice, printable } from '../../src/questionnaire/index.ts';
import { notConfirmed } from '../command/failure.ts';
import type { CommandLine } from './command-line.ts';
import type { Outcome } from './outcome.ts';
import { shownPlace, whereTo } from './place.ts';
import type { Source } from './source.ts';
import type { Tools } from './tools.ts';

/** Whether to write: by `--yes`, by a file that was named for it, or by a person. `again`: the answers are to be changed. */
export async function confirm(
  source: Source,
  plan: Plan,
  { isLast = false, yes, json }: CommandLine,
  tools: Tools,
): Promise<'write' | 'again' | Outcome> {
  const isUnasked = yes || json || !tools.isTerminal;
  if (isUnasked && !yes && source.origin !== 'file') {
    const command = isLast ? 'resource-service eject' : 'resource-service';
    return { result: 'usage', failures: [notConfirmed(command)] };
  }
  if (isUnasked) {
    tools.report.note(`\nWriting to ${printable(whereTo(tools.cwd, source.destination))}.`);
    return 'write';
  }
  const answer = await askToWrite(source, plan, isLast, tools);
  return answer === 'leave' ? { result: 'left' } : answer;
}

async function askToWrite(
  { origin, destination }: Source,
  plan: Plan,
  isLast: boolean,
  { ask, report, cwd }: Tools,
): Promise<'write' | 'again' | 'leave'> {
  for (;;) {
    const answer = await askChoice(ask, {
      message: isLast
        ? `Take ${printable(shownPlace(cwd, destination))} out of the generator?`
        : `Write to ${printable(shownPlace(cwd, destination))}?`,
      help: {
        text: `The files listed above are written together or not at all. Nothing was written yet. A file that you edited is never overwritten.${isLast ? ' No later run can generate this service again.' : ''}`,
        example: 'Show every file and difference first',
      },
      choices: [
        { value: 'write', name: 'Write', short: 'yes' },
        { value: 'show', name: 'Show every file and difference first', short: 'show all first' },
        ...(origin === 'answers' || (origin === 'there' && !isLast)
          ? [{ value: 'again' as const, name: 'Back to the nine parts', short: 'back' }]
          : []),
        { value: 'leave', name: 'Leave without writing', short: 'no' },
      ],
    });
    if (answer !== 'show') return answer;
    report.plan(plan, 'diff');
  }
}
