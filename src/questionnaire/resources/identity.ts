import { checkResourceName, pluralOf, type Resource } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askText } from '../asking.ts';
import { withResourceRenamed } from '../changes.ts';
import { problemOf } from '../checking.ts';
import { withResource, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { pathOf } from './path.ts';
import { without } from '../without.ts';

/** Why a new resource cannot have that name; undefined: it can. */
export function nameProblem(draft: Draft, name: string): string | undefined {
  return (
    checkResourceName(name) ??
    problemOf(draft, withResource(draft, name, { fields: { name: { type: 'string' } } }))
  );
}

/** Asks where a resource belongs, if there is anywhere it could. */
export async function askParent(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  const possible = Object.keys(draft.resources).filter(
    (parent) => parent !== name && problemOf(draft, withParent(draft, name, parent)) === undefined,
  );
  if (possible.length === 0) return draft;
  const parent = await askChoice(ask, {
    message: `Does ${printable(name)} belong to another resource?`,
    help: {
      text: 'A child exists below one resource of its parent, in the path and in the database, and goes with it. What only mentions another resource has a field of the type reference instead.',
      example: 'item belongs to order: /orders/{orderId}/items',
    },
    choices: [
      { value: '', name: `no: ${pathOf(withParent(draft, name, ''), name)}`, short: 'no' },
      ...possible.map((each) => ({
        value: each,
        name: `to ${printable(each)}: ${pathOf(withParent(draft, name, each), name)}`,
      })),
    ],
    default: own(draft.resources, name)?.parent ?? '',
  });
  return withParent(draft, name, parent);
}

/** Asks for another name, the name of the collection and the parent. Returns the name with the draft. */
export async function askIdentity(
  ask: Ask,
  draft: Draft,
  name: string,
): Promise<{ draft: Draft; name: string }> {
  const to = await askText(ask, {
    message: 'Resource, a noun in the singular',
    help: {
      text: 'Another name for the resource. Its children, references, states, endpoints and rules follow.',
      example: 'order',
    },
    default: name,
    check: (typed) => (typed === name ? undefined : renameProblem(draft, name, typed)),
  });
  const renamed = to === name ? draft : withResourceRenamed(draft, name, to);
  const plural = await askText(ask, {
    message: 'Its collection in paths',
    help: {
      text: 'The plural, where it is another one than the rules of English make.',
      example: 'people',
    },
    default: own(renamed.resources, to)?.plural ?? pluralOf(to),
    check: (typed) => problemOf(renamed, withPlural(renamed, to, typed)),
  });
  return { name: to, draft: await askParent(ask, withPlural(renamed, to, plural), to) };
}

function renameProblem(draft: Draft, name: string, to: string): string | undefined {
  if (own(draft.resources, to) !== undefined) return `${printable(to)} is there already.`;
  return checkResourceName(to) ?? problemOf(draft, withResourceRenamed(draft, name, to));
}

function withPlural(draft: Draft, name: string, plural: string): Draft {
  const others = without(resourceOf(draft, name), 'plural');
  const said = plural === '' || plural === pluralOf(name);
  return withResource(draft, name, said ? others : { ...others, plural });
}

export function withParent(draft: Draft, name: string, parent: string): Draft {
  const others = without(resourceOf(draft, name), 'parent');
  return withResource(draft, name, parent === '' ? others : { parent, ...others });
}

function resourceOf(draft: Draft, name: string): Resource {
  return own(draft.resources, name) ?? { fields: { name: { type: 'string' } } };
}
