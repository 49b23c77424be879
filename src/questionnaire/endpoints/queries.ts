import { own } from '../../specification/plain.ts';
import { queryableSystemFields } from '../../specification/names/reserved.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askSome, askWhether, type Help } from '../asking.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { endpointOf } from './describe.ts';
import { changeAll } from './change.ts';
import { without } from '../without.ts';

type Query = 'filter' | 'sort';

const asked: Readonly<Record<Query, { readonly message: string; readonly help: Help }>> = {
  filter: {
    message: 'Filter by fields of',
    help: {
      text: 'Fields that a client can narrow the list by. Each gets an index in the database.',
      example: 'status, for /orders?status=draft,submitted',
    },
  },
  sort: {
    message: 'Sort by fields of',
    help: {
      text: 'Fields that a client can order the list by.',
      example: 'createdAt, for /orders?sort=createdAt,desc',
    },
  },
};

/** Asks by which fields the list of one resource is narrowed and sorted, if it has a list. */
export async function askQueries(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  if (endpointOf(draft, name)?.methods.includes('list') !== true) return draft;
  return askQuery(ask, await askQuery(ask, draft, name, 'filter'), name, 'sort');
}

/** The same for the lists of several resources, if a person wants them otherwise than by default. */
export async function askAllQueries(
  ask: Ask,
  draft: Draft,
  names: readonly string[],
): Promise<Draft> {
  const listed = names.filter((name) => endpointOf(draft, name)?.methods.includes('list') === true);
  if (listed.length === 0) return draft;
  for (const name of listed.slice(0, 6)) {
    const { filter = [], sort = [] } = endpointOf(draft, name) ?? {};
    ask.say(printable(`    ${name}: filter by ${wordsOf(filter)}; sort by ${wordsOf(sort)}`));
  }
  const chooses = await askWhether(ask, {
    message: 'Choose other fields to filter and sort by?',
    help: {
      text: 'With yes each list is asked for: the fields that clients narrow it by, and those that they order it by. With no the lines above hold.',
      example: 'y, to filter by a name or to sort by a price',
    },
    default: false,
  });
  if (!chooses) return draft;
  let answered = draft;
  for (const name of listed) answered = await askQueries(ask, answered, name);
  return answered;
}

function wordsOf(fields: readonly string[]): string {
  return fields.length === 0 ? 'nothing' : fields.join(', ');
}

async function askQuery(ask: Ask, draft: Draft, name: string, query: Query): Promise<Draft> {
  const present = endpointOf(draft, name)?.[query] ?? [];
  const possible = [
    ...Object.keys(draft.resources[name]?.fields ?? {}),
    ...stateFieldOf(draft, name),
    ...queryableSystemFields,
  ].filter((field) => problemOf(draft, withQuery(draft, name, query, [field])) === undefined);
  if (possible.length === 0) return draft;
  const { message, help } = asked[query];
  const chosen = await askSome(ask, {
    key: `endpoints.${name}.${query}`,
    message: `${message} ${printable(name)}`,
    help: help,
    choices: possible.map((field) => ({
      value: field,
      name: printable(field),
      checked: present.includes(field),
    })),
    check: (fields) => problemOf(draft, withQuery(draft, name, query, fields)),
  });
  return withQuery(draft, name, query, chosen);
}

/** The draft with these fields; they are left out where they are the standard ones. */
function withQuery(draft: Draft, name: string, query: Query, fields: readonly string[]): Draft {
  const withDefaults = changeAll(draft, [name], (endpoint) => without(endpoint, query));
  const defaultValue =
    query === 'sort' ? defaults.sort : (endpointOf(withDefaults, name)?.filter ?? []);
  const same =
    fields.length === defaultValue.length && defaultValue.every((each) => fields.includes(each));
  if (same) return withDefaults;
  return changeAll(draft, [name], (endpoint) => ({ ...endpoint, [query]: [...fields] }));
}

/** The field that the states of the resource add, if it has any. */
function stateFieldOf({ states }: Draft, name: string): string[] {
  const machine = own(states, name);
  return machine === undefined ? [] : [machine.field ?? defaults.stateField];
}
