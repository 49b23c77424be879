import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askText } from '../asking.ts';
import { withoutResource } from '../changes.ts';
import { problemOf } from '../checking.ts';
import { fieldLines } from '../describe-field.ts';
import { withResource, type Draft } from '../draft.ts';
import { askDetails } from '../fields/details.ts';
import { askFields } from '../fields/loop.ts';
import { printable } from '../printable.ts';
import { askIdentity, askParent } from './identity.ts';
import { pathOf } from './path.ts';

/** Asks everything about a resource that is new. */
export async function askNewResource(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  const begun = withResource(draft, name, { fields: {} });
  ask.say(`    ${pathOf(begun, name)}`);
  const placed = await askParent(ask, begun, name);
  return askMore(ask, await askFields(ask, placed, name), name);
}

/** Shows a resource that is there and asks what of it is to be changed. */
export async function openResource(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  for (const line of fieldLines(draft.resources[name]?.fields ?? {})) ask.say(line);
  return askMore(ask, draft, name);
}

async function askMore(ask: Ask, begun: Draft, begunName: string): Promise<Draft> {
  let draft = begun;
  let name = begunName;
  for (;;) {
    const count = Object.keys(own(draft.resources, name)?.fields ?? {}).length;
    const chosen = await askChoice(ask, {
      message: `${printable(name)}, ${counted(count, 'field')}, ${pathOf(draft, name)}`,
      help: {
        text: 'What of this resource is to be changed. Done goes on to the next resource.',
        example: 'details of a field, to give it a description or a pattern',
      },
      choices: [
        { value: 'done', name: 'done', short: 'done' },
        {
          value: 'details',
          name: 'details of a field: limits, default, description and more',
          short: 'details of a field',
        },
        { value: 'fields', name: 'add, change or remove fields', short: 'fields' },
        { value: 'description', name: 'description', short: 'description' },
        { value: 'identity', name: 'name, collection, parent', short: 'name, collection, parent' },
        { value: 'remove', name: `remove ${printable(name)}`, short: 'remove' },
      ],
    });
    switch (chosen) {
      case 'done':
        return draft;
      case 'remove':
        return withoutResource(draft, name);
      case 'identity':
        ({ draft, name } = await askIdentity(ask, draft, name));
        break;
      case 'details':
        draft = withAField(draft, name) ? await askDetails(ask, draft, name) : draft;
        break;
      case 'fields':
        draft = await askFields(ask, draft, name);
        break;
      case 'description':
        draft = await askDescription(ask, draft, name);
    }
    // The last field may have been removed among the details.
    if (!withAField(draft, name)) draft = await askFields(ask, draft, name);
  }
}

async function askDescription(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  const { description: present, ...others } = own(draft.resources, name) ?? { fields: {} };
  const described = (text: string): Draft =>
    withResource(draft, name, text === '' ? others : { description: text, ...others });
  const text = await askText(ask, {
    message: `What is one ${printable(name)}? (empty: no description)`,
    help: {
      text: 'A sentence for INTERFACE.md and the OpenAPI document.',
      example: 'A purchase that a partner shop placed.',
    },
    default: present,
    check: (typed) => problemOf(draft, described(typed)),
  });
  return described(text);
}

function withAField(draft: Draft, name: string): boolean {
  return Object.keys(own(draft.resources, name)?.fields ?? {}).length > 0;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
