import { resourceEndpoints } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText } from '../asking.ts';
import { problemOf } from '../checking.ts';
import { typesOf } from '../commands.ts';
import type { Draft } from '../draft.ts';
import { fit, printable } from '../printable.ts';
import { readAction, writeAction } from '../shorthand/command.ts';
import { without, withoutName } from '../without.ts';
import { changeAll } from './change.ts';

const help = [
  'What else can be done with a row, one on a line, such as:',
  '  reprice with total:decimal! when status=draft',
  '  recalculate async   (answered at once and done afterwards)',
  '-name removes   empty: done',
];

/** Asks what clients can have done with rows of one resource, one action on a line. */
export async function askActions(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  for (const line of help) ask.say(`  ${line}`);
  let answered = draft;
  for (;;) {
    for (const line of actionLines(answered, resource)) ask.say(line);
    const present = answered;
    const typed = await askText(ask, {
      message: `Actions of ${printable(resource)}`,
      check: (text) => actionProblem(present, resource, text),
    });
    if (typed === '') return present;
    answered = withAction(present, resource, typed);
  }
}

export function actionProblem(draft: Draft, resource: string, line: string): string | undefined {
  if (line === '') return undefined;
  const typed = readAction(line, typesOf(draft, resource));
  if (typed.kind === 'mistake') return printable(typed.problem);
  if (typed.kind === 'removal' && own(actionsOf(draft, resource), typed.name) === undefined) {
    return `There is no action ${printable(typed.name)}.`;
  }
  return problemOf(draft, withAction(draft, resource, line));
}

/** The draft with what was typed; a mistake changes nothing. A description stays with its name. */
export function withAction(draft: Draft, resource: string, line: string): Draft {
  const typed = readAction(line, typesOf(draft, resource));
  if (typed.kind === 'mistake') return draft;
  const present = actionsOf(draft, resource);
  if (typed.kind === 'removal')
    return withActions(draft, resource, withoutName(present, typed.name));
  const { description } = own(present, typed.name) ?? {};
  const described = description === undefined ? {} : { description };
  return withActions(draft, resource, {
    ...present,
    [typed.name]: { ...described, ...typed.command },
  });
}

type Actions = NonNullable<ReturnType<typeof resourceEndpoints>[string]['actions']>;

function actionsOf({ endpoints }: Draft, resource: string): Actions {
  return own(resourceEndpoints(endpoints), resource)?.actions ?? {};
}

function withActions(draft: Draft, resource: string, actions: Actions): Draft {
  return changeAll(draft, [resource], (endpoint) => ({
    ...without(endpoint, 'actions'),
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
  }));
}

function actionLines(draft: Draft, resource: string): string[] {
  return Object.entries(actionsOf(draft, resource)).map(([name, action]) =>
    fit(`    ${printable(writeAction(name, action))}`, 78),
  );
}
