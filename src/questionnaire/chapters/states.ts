import type { Ask } from '../ask.ts';
import { askChoice } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { describeMachine } from '../states/describe.ts';
import { askMachine } from '../states/loop.ts';

export const states: Chapter = {
  part: 'states',
  about: 'how a resource moves from one state to the next',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    ask.say('  States of resources, such as draft and shipped. Chapter 9 asks about versions.');
    const [only, ...others] = Object.keys(draft.resources);
    return only !== undefined && others.length === 0
      ? askMachine(ask, draft, only)
      : askEach(ask, draft);
  },
  understood,
};

async function askEach(ask: Ask, draft: Draft): Promise<Draft> {
  let answered = draft;
  let last: string | undefined;
  for (;;) {
    const chosen = await askChoice(ask, {
      message: 'States of',
      help: {
        text: 'Choose a resource that goes through states, such as from draft to shipped; its transitions become endpoints. Done goes on.',
        example: 'order: submit leads from draft to submitted, at POST /orders/{id}/submit',
      },
      choices: [
        ...Object.keys(draft.resources).map((name) => ({
          value: name,
          name: `${printable(name)}: ${describeMachine(answered, name)}`,
          short: printable(name),
        })),
        { value: ':done', name: 'done', short: 'done' },
      ],
      default: last,
    });
    if (chosen === ':done') return answered;
    answered = await askMachine(ask, answered, chosen);
    last = ':done';
  }
}

function understood(draft: Draft): string {
  const names = Object.keys(draft.states ?? {});
  if (names.length === 0) return 'no resource has states';
  return names.map((name) => `${printable(name)}: ${describeMachine(draft, name)}`).join('; ');
}
