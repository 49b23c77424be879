import { marksIn } from '../../src/merge/index.ts';
import type { FileConflict, Resolution } from '../../src/plan/index.ts';
import { askChoice } from '../../src/questionnaire/index.ts';
import { counted, harmlessLines } from './text.ts';
import type { Tools } from './tools.ts';

/** Asks a person about each conflict. `leave`: nothing is to be written; `later`: they decide in the conflict files. */
export async function askForConflicts(
  conflicts: readonly FileConflict[],
  tools: Tools,
): Promise<ReadonlyMap<string, Resolution> | 'leave' | 'later'> {
  const resolutions = new Map<string, Resolution>();
  for (const conflict of conflicts) {
    const answer = await askForOne(conflict, tools);
    if (answer === 'leave' || answer === 'later') return answer;
    resolutions.set(conflict.path, answer);
  }
  return resolutions;
}

async function askForOne(
  conflict: FileConflict,
  tools: Tools,
): Promise<Resolution | 'leave' | 'later'> {
  const { path, places } = conflict;
  const { ask } = tools;
  show(conflict, tools);
  for (;;) {
    const answer = await askChoice(ask, {
      message: `${path}: you and the generator changed ${counted(places.length, 'place')}. What shall be there?`,
      help: {
        text: 'Only the places shown above are decided; what else you changed in the file stays, and what else is new comes in. Nothing was written yet.',
        example: 'Keep mine',
      },
      choices: [
        { value: 'mine', name: 'Keep mine', short: 'mine' },
        { value: 'next', name: "Take the generator's", short: "the generator's" },
        { value: 'both', name: 'Both, one after the other', short: 'both' },
        { value: 'edit', name: 'Edit the merged file now', short: 'edited' },
        { value: 'later', name: `Decide in ${path}.conflict, and end here`, short: 'later' },
        { value: 'leave', name: 'Leave without writing', short: 'no' },
      ],
    });
    if (answer !== 'edit') return answer;
    const text = await tools.editText(path, conflict.text);
    const marks = text === undefined ? [] : marksIn(text);
    if (text !== undefined && marks.length === 0) return { text };
    ask.say(
      text === undefined
        ? 'The editor did not work: name one that waits, in VISUAL or EDITOR.'
        : `There are still marks of a conflict, on line ${marks.join(', ')}.`,
    );
  }
}

function show({ path, places }: FileConflict, { ask }: Tools): void {
  for (const { line, mine, base, next } of places) {
    ask.say(`\n${path}.conflict, line ${line}`);
    for (const [whose, text] of [
      ['yours', mine],
      ['as generated before', base],
      ['as generated now', next],
    ] as const) {
      ask.say(`  ${whose}:${text === '' ? ' (nothing)' : ''}`);
      for (const each of harmlessLines(text.trimEnd()).split('\n')) {
        if (text !== '') ask.say(`    ${each}`);
      }
    }
  }
}
