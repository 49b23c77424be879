import { resourceEndpoints } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText, type Help } from '../asking.ts';
import { problemOf } from '../checking.ts';
import { typesOf } from '../field-types.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { readAction, writeAction } from '../shorthand/custom-operation.ts';
import { without, withoutName } from '../without.ts';
import { changeAll } from './change.ts';

const introduction = [
  'What else can be done with a resource, one on a line, such as:',
  '  reprice with total:decimal! when status=draft',
  '  recalculate async   (answered at once and done afterwards)',
  '?: help   -name removes   empty: done',
];

const help: Help = {
  text: [
    'An action is a name, at POST on a resource: /orders/{id}/recalculate. Behind the name:',
    '  async  answered 202 at once and done afterwards, as a job',
    '  when   conditions, as for transitions; all must hold',
    '  with   what a client sends along, as fields are typed; one with the name of a field sets it',
    'What else an action does is yours to write, in the rules of the resource.',
  ],
  example: ['recalculate async', 'reprice with total:decimal! when status=draft'],
};

/** Asks what clients can have done with rows of one resource, one action on a line. */
export async function askActions(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  for (const line of introduction) ask.say(`  ${line}`);
  let answered = draft;
  for (;;) {
    for (const line of actionLines(answered, resource)) ask.say(line);
    const present = answered;
    const typed = await askText(ask, {
      message: `Actions of ${printable(resource)}`,
      help,
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
    [typed.name]: { ...described, ...typed.entry },
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
  return Object.entries(actionsOf(draft, resource)).map(
    ([name, action]) => `    ${printable(writeAction(name, action))}`,
  );
}
