import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askText, type Help } from '../asking.ts';
import { withoutResource } from '../changes.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { mistakesIn, sentences } from '../checking.ts';
import { withResource, type Draft } from '../draft.ts';
import { missingResources, type MissingResource } from '../missing.ts';
import { printable } from '../printable.ts';
import { nameProblem } from '../resources/identity.ts';
import { pathOf } from '../resources/path.ts';
import { askNewResource, counted, openResource } from '../resources/resource.ts';
import { smallestResource } from '../smallest.ts';

export const resources: Chapter = {
  part: 'resources',
  about: 'the things that clients create, read and change',
  async ask(ask, draft) {
    const { name, resource } = smallestResource;
    if (Object.keys(draft.resources).length > 0) return askResources(ask, draft);
    const defaults = `one resource, ${name}, at /items, with one required text field, name`;
    const takes = await takesDefaults(ask, defaults);
    return takes ? withResource(draft, name, resource) : askResources(ask, draft);
  },
  understood,
};

const help: Help = {
  text: 'A kind of thing that clients create, read and change: a noun in the singular, words joined by hyphens. Its collection has the plural in paths. Later, -name removes a resource, and its name alone opens it again.',
  example: ['order', 'shipping-label'],
};

/** Asks for resources until there is nothing left to say about them. */
async function askResources(ask: Ask, draft: Draft): Promise<Draft> {
  let answered = draft;
  for (;;) {
    const present = answered;
    const missing = missingResources(present)[0];
    if (missing !== undefined) {
      ask.say(`  ${printable(notThereYet(missing))}`);
    } else {
      listResources(ask, present);
    }
    const typed = await askText(ask, {
      message: messageOf(present),
      help,
      default: missing?.name,
      check: (text) => resourceProblem(present, text),
    });
    if (typed === '') return present;
    answered = await withTypedResource(ask, present, typed);
  }
}

function messageOf(draft: Draft): string {
  if (Object.keys(draft.resources).length === 0) {
    return 'Resource, a noun in the singular, such as order';
  }
  return missingResources(draft).length > 0 ? 'Resource' : 'Another resource (empty: done)';
}

async function withTypedResource(ask: Ask, draft: Draft, typed: string): Promise<Draft> {
  if (typed.startsWith('-')) return withoutResource(draft, typed.slice(1));
  return own(draft.resources, typed) === undefined
    ? askNewResource(ask, draft, typed)
    : openResource(ask, draft, typed);
}

function resourceProblem(draft: Draft, typed: string): string | undefined {
  if (typed === '') return whyNotDone(draft);
  if (typed.startsWith('-')) {
    const there = own(draft.resources, typed.slice(1)) !== undefined;
    return there ? undefined : `There is no resource ${printable(typed.slice(1))}.`;
  }
  return own(draft.resources, typed) === undefined ? nameProblem(draft, typed) : undefined;
}

function whyNotDone(draft: Draft): string | undefined {
  if (Object.keys(draft.resources).length === 0)
    return 'A service needs a resource, such as order.';
  const missing = missingResources(draft)[0];
  if (missing !== undefined) {
    return `${printable(missing.neededBy)} refers to ${printable(missing.name)}: name it, or open its resource and remove the field.`;
  }
  const mistakes = mistakesIn(draft).filter(({ path }) => path[0] === 'resources');
  return mistakes.length === 0 ? undefined : sentences(mistakes);
}

function notThereYet({ name, neededBy }: MissingResource): string {
  return `${neededBy} refers to ${name}, which is not there yet.`;
}

function listResources(ask: Ask, draft: Draft): void {
  const names = Object.keys(draft.resources);
  if (names.length === 0) return;
  const all = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  const how = `Type one to open it, -${names[0]} to remove it.`;
  ask.say(`  ${printable(`There: ${all.join(', ')}. ${how}`)}`);
}

function understood(draft: Draft): string {
  const names = Object.keys(draft.resources);
  const each = names.map(
    (name) =>
      `${pathOf(draft, name)} (${counted(Object.keys(draft.resources[name]?.fields ?? {}).length, 'field')})`,
  );
  return each.join(', ');
}
