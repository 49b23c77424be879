import type { Change } from '../../src/evolution/compare/index.ts';
import { askChoice } from '../../src/questionnaire/index.ts';
import { counted, harmlessLines } from './text.ts';
import type { Tools } from './tools.ts';

/** Shows what clients of a released version may notice, and asks whether that is accepted. */
export async function askToAcknowledge(
  changes: readonly Change[],
  { ask }: Pick<Tools, 'ask'>,
): Promise<'acknowledge' | 'leave'> {
  for (const { id, path, message } of changes) {
    ask.say(harmlessLines(`\n${id}  ${path}\n  ${message}`));
  }
  return askChoice(ask, {
    message: `Clients of a released version may notice ${counted(changes.length, 'change')}. Accept them?`,
    help: {
      text: 'What is accepted is recorded in service.yaml, under versioning.acknowledged. Nothing was written yet.',
      example: 'Leave without writing, and ask the clients first',
    },
    choices: [
      { value: 'acknowledge', name: 'Accept and record them', short: 'accepted' },
      { value: 'leave', name: 'Leave without writing', short: 'no' },
    ],
  });
}
