import { parse } from 'yaml';
import type { Answers } from '../../src/evolution/asking.ts';
import { isMapping } from '../../src/specification/plain.ts';
import type { Failure } from '../command/failure.ts';
import type { CommandLine } from './command-line.ts';
import { readText } from './read-text.ts';
import { resolve } from 'node:path';

export type AnswersReading =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** Answers by their places: those of the file, and those of the command line, which count where both have one. */
export async function readAnswers(
  { answers: file, answer: given }: Pick<CommandLine, 'answers' | 'answer'>,
  cwd: string,
): Promise<AnswersReading> {
  const answers = new Map<string, unknown>();
  const failures: Failure[] = [];
  if (file !== undefined) {
    const read = await fromFile(resolve(cwd, file), file);
    if (read.ok) for (const [place, value] of read.answers) answers.set(place, value);
    else failures.push(...read.failures);
  }
  for (const each of given) {
    const [, place = '', text = ''] = /^([^=]+)=([^]*)$/.exec(each) ?? [];
    const value = json(text);
    if (place === '' || value === undefined) failures.push(notAnAnswer(each));
    else answers.set(place, value.value);
  }
  return failures.length > 0 ? { ok: false, failures } : { ok: true, answers };
}

async function fromFile(path: string, shown: string): Promise<AnswersReading> {
  const read = await readText(path, shown);
  if (!read.ok) return { ok: false, failures: [read.failure] };
  const value = yaml(read.text);
  if (isMapping(value)) return { ok: true, answers: new Map(Object.entries(value)) };
  const what = 'It is no mapping of places to answers.';
  const whatToDo = 'Write one answer on a line, in YAML or JSON: PLACE: ANSWER.';
  return { ok: false, failures: [{ where: shown, what, whatToDo }] };
}

function yaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined: it is no JSON. */
export function json(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function notAnAnswer(given: string): Failure {
  return {
    where: `--answer ${given}`,
    what: 'It is no place, an equals sign and a JSON value.',
    whatToDo: `Write it so, in quotes for the shell: --answer 'resources.order.fields.note.renamedFrom="remark"'.`,
  };
}
