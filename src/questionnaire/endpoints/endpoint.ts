import { methods as allMethods, type Endpoint, type Method } from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askSome, askText, askWhether } from '../asking.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { changeAll } from './change.ts';
import { endpointOf } from './describe.ts';
import { askWrites, withoutIdle } from './writes.ts';

const says: Readonly<Record<Method, string>> = {
  list: 'list     GET on the collection',
  create: 'create   POST on the collection',
  read: 'read     GET on a resource',
  replace: 'replace  PUT on a resource',
  update: 'update   PATCH on a resource',
  delete: 'delete   DELETE on a resource',
};

/** Asks the methods of these resources together, and what follows from them. */
export async function askEndpoint(
  ask: Ask,
  draft: Draft,
  names: readonly string[],
): Promise<Draft> {
  const present = endpointOf(draft, names[0] ?? '');
  const methods = await askSome(ask, {
    key: `endpoints.${names[0] ?? ''}.methods`,
    message: 'What may clients do?',
    help: {
      text: 'The methods of HTTP that the resource has; all others are answered 405. Roles are asked in the chapter authentication.',
      example: 'list, create and read for entries that never change',
    },
    choices: allMethods.map((value) => ({
      value,
      name: says[value],
      short: value,
      checked: present?.methods.includes(value) ?? true,
    })),
    check: (chosen) =>
      chosen.length === 0
        ? 'At least one: clients cannot use a resource without methods.'
        : problemOf(draft, withMethods(draft, names, chosen.filter(isMethod))),
  });
  const withChosen = withMethods(draft, names, methods);
  const paged = methods.includes('list') ? await askPages(ask, withChosen, names) : withChosen;
  return askWrites(ask, paged, names);
}

async function askPages(ask: Ask, draft: Draft, names: readonly string[]): Promise<Draft> {
  const { size, maxSize, total, cursor } = endpointOf(draft, names[0] ?? '')?.pagination ?? {};
  const most = await askText(ask, {
    key: `endpoints.${names[0] ?? ''}.pagination.maxSize`,
    message: 'Most resources on a page that a client can ask for',
    help: { text: 'A client that asks for more gets 400.', example: '50' },
    default: String(maxSize),
    check: (text) => problemOf(draft, withPages(draft, names, { maxSize: numberIn(text) })),
  });
  const bounded = withPages(draft, names, { maxSize: numberIn(most) });
  const usual = await askText(ask, {
    key: `endpoints.${names[0] ?? ''}.pagination.size`,
    message: 'Resources on a page where the client names no number',
    help: { text: 'The size of a page without ?size=.', example: '20' },
    default: String(Math.min(size ?? 1, Number(most))),
    check: (text) => problemOf(bounded, withPages(bounded, names, { size: numberIn(text) })),
  });
  const counts = await askWhether(ask, {
    key: `endpoints.${names[0] ?? ''}.pagination.total`,
    message: 'Report the total number of resources in lists?',
    help: {
      text: 'With yes every page says how many resources and pages there are. Counting is slow for collections of millions.',
      example: 'n for a log of measurements',
    },
    default: total ?? true,
  });
  const cursors = await askWhether(ask, {
    key: `endpoints.${names[0] ?? ''}.pagination.cursor`,
    message: 'Offer pages by cursor too? They stay exact during changes',
    help: {
      text: 'With yes clients can follow ?cursor=…, which neither skips nor repeats resources that others insert or delete meanwhile.',
      example: 'y for clients that copy the whole collection',
    },
    default: cursor ?? false,
  });
  return withPages(bounded, names, { size: numberIn(usual), total: counts, cursor: cursors });
}

/** Without the methods where they are all six, and without what only a list has where there is none. */
function withMethods(draft: Draft, names: readonly string[], methods: readonly Method[]): Draft {
  return changeAll(draft, names, ({ methods: _, filter, sort, pagination, ...others }) => ({
    ...withoutIdle(others, methods),
    ...(methods.length === allMethods.length ? {} : { methods: [...methods] }),
    ...(methods.includes('list') ? defined({ filter, sort, pagination }) : {}),
  }));
}

/** Numbers that are the standard ones are left out. */
function withPages(
  draft: Draft,
  names: readonly string[],
  change: NonNullable<Endpoint['pagination']>,
): Draft {
  return changeAll(draft, names, ({ pagination: present, ...others }) => {
    const { size, maxSize, total, cursor } = { ...present, ...change };
    const pagination = defined({
      size: size === Math.min(20, maxSize ?? 100) ? undefined : size,
      maxSize: maxSize === 100 ? undefined : maxSize,
      total: total === true ? undefined : total,
      cursor: cursor === true ? cursor : undefined,
    });
    return { ...others, ...(Object.keys(pagination).length === 0 ? {} : { pagination }) };
  });
}

function isMethod(text: string): text is Method {
  return allMethods.some((method) => method === text);
}

function numberIn(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}
