import { singularOf } from './plural.ts';

/** Verbs that are never nouns: as a name, or as the first word of one, they say what to do and not what there is. */
const verbs = new Set([
  'add',
  'create',
  'delete',
  'destroy',
  'do',
  'execute',
  'fetch',
  'find',
  'get',
  'insert',
  'modify',
  'perform',
  'put',
  'remove',
  'retrieve',
  'save',
  'send',
  'submit',
  'upsert',
]);

/** Forms of verbs that are never nouns either; a booking, a finding and a saving are. */
const gerunds: Readonly<Record<string, string>> = {
  adding: 'add',
  creating: 'create',
  deleting: 'delete',
  fetching: 'fetch',
  getting: 'get',
  inserting: 'insert',
  modifying: 'modify',
  removing: 'remove',
  retrieving: 'retrieve',
  updating: 'update',
};

/** Verbs that are nouns as well (a price list, an update): a command only with a plural after them. */
const commands = new Set([
  'approve',
  'cancel',
  'change',
  'check',
  'edit',
  'list',
  'patch',
  'post',
  'process',
  'query',
  'read',
  'search',
  'set',
  'show',
  'store',
  'update',
  'view',
  'write',
]);

/** Of those, the ones that are hardly ever a thing when they stand alone. */
const bareCommands = new Set(['approve', 'cancel', 'list', 'read', 'write']);

/** The verb that a name in kebab-case starts with: `get-orders`, `creating-order`, `list-items`; undefined for nouns. */
export function verbOf(name: string): string | undefined {
  const [first = '', ...rest] = name.split('-');
  if (verbs.has(first)) return first;
  if (Object.hasOwn(gerunds, first)) return gerunds[first];
  if (!commands.has(first)) return undefined;
  if (rest.length === 0) return bareCommands.has(first) ? first : undefined;
  return singularOf(rest.join('-')) === undefined ? undefined : first;
}

/** What the verb is done to: `get-orders` → `order`; undefined for a verb alone. */
export function nounAfterVerb(name: string): string | undefined {
  const rest = name.split('-').slice(1).join('-');
  return rest === '' ? undefined : (singularOf(rest) ?? rest);
}
