import type { Field } from '../../specification/index.ts';
import { defined, only, own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText } from '../asking.ts';
import { withoutField } from '../changes.ts';
import { problemOf } from '../checking.ts';
import { fieldLines } from '../describe-field.ts';
import { withField, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { shorthand, shorthandExample, shorthandHelp } from '../shorthand/help.ts';
import { readFields, type Typed } from '../shorthand/read.ts';

/** Asks for fields, many on a line, until an empty line; shows how each was understood. */
export async function askFields(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  ask.say(`  ${shorthand}`);
  ask.say(`  ${shorthandExample}`);
  let answered = draft;
  for (;;) {
    const present = answered;
    const line = await askText(ask, {
      message: `Fields of ${printable(resource)}`,
      help: shorthandHelp,
      check: (typed) => lineProblem(present, resource, typed),
    });
    if (line === '') return present;
    const typed = readFields(line);
    answered = typed.reduce((sofar, each) => withTyped(sofar, resource, each), present);
    for (const each of repeatBack(answered, resource, typed)) ask.say(each);
  }
}

/** The draft with what was typed; a mistake changes nothing. What the shorthand has no word for and readers rely on stays. */
export function withTyped(draft: Draft, resource: string, typed: Typed): Draft {
  if (typed.kind === 'mistake') return draft;
  if (typed.kind === 'removal') return withoutField(draft, resource, typed.name);
  const present = own(fieldsOf(draft, resource), typed.name);
  const { description, readableBy, writableBy } = present ?? {};
  const kept = defined({ description, readableBy, writableBy });
  return withField(draft, resource, typed.name, { ...typed.field, ...kept });
}

/** Every mistake of the line, each after the token that it is about. */
export function lineProblem(draft: Draft, resource: string, line: string): string | undefined {
  if (line === '') {
    const some = Object.keys(fieldsOf(draft, resource)).length > 0;
    return some ? undefined : `${printable(resource)} needs a field, such as name:string!`;
  }
  const problems: string[] = [];
  let sofar = draft;
  for (const typed of readFields(line)) {
    const problem = tokenProblem(sofar, resource, typed);
    if (problem === undefined) sofar = withTyped(sofar, resource, typed);
    else problems.push(`${printable(typed.token)}: ${problem}`);
  }
  return problems.length === 0 ? undefined : problems.join('\n');
}

function tokenProblem(draft: Draft, resource: string, typed: Typed): string | undefined {
  if (typed.kind === 'mistake') return printable(typed.problem);
  if (typed.kind === 'removal' && own(fieldsOf(draft, resource), typed.name) === undefined) {
    return 'there is no such field';
  }
  return problemOf(draft, withTyped(draft, resource, typed));
}

function repeatBack(draft: Draft, resource: string, typed: readonly Typed[]): string[] {
  const fields = fieldsOf(draft, resource);
  const names = typed.filter(({ kind }) => kind === 'field').map(nameOf);
  const removed = typed.filter(({ kind }) => kind === 'removal').map(nameOf);
  return [
    ...fieldLines(only(fields, names)),
    ...removed.map((name) => printable(`    ${name}  removed`)),
  ];
}

function nameOf(typed: Typed): string {
  return typed.kind === 'mistake' ? typed.token : typed.name;
}

function fieldsOf(draft: Draft, resource: string): Readonly<Record<string, Field>> {
  return own(draft.resources, resource)?.fields ?? {};
}
