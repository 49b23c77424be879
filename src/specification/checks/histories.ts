import { claim, ownerAmong } from '../validators/collisions.ts';
import { atKey, type Issue } from '../issue.ts';
import { pluralOf } from '../names/plural.ts';
import { own } from '../plain.ts';
import { historyOf, historySegment } from '../resolve/history.ts';
import type { StateMachine } from '../schema.ts';
import { memberNames } from './rows.ts';
import { pluralAsWritten, resourceNames, type CheckContext } from './check-context.ts';

/** A history is a child of its resource, one level below the deepest too: nothing else has its names. */
export function historyIssues(
  context: CheckContext,
  { history }: StateMachine,
  name: string,
  taken: TakenNames,
): Issue[] {
  if (history !== true) return [];
  const path = ['states', name, 'history'];
  const isJsonApi = context.valid.endpoints?.representations?.includes('json-api') === true;
  if (isJsonApi && memberNames(context, name).includes(historySegment)) {
    const message = `in JSON:API the history is the relationship "${historySegment}", and "${name}" has a field of that name`;
    return [atKey(path, { code: 'name-collision', message })];
  }
  const kept = { name: historyOf(name), plural: pluralOf(historyOf(name)) };
  const owner = ownerAmong(kept, taken.names) ?? taken.segments.get(name);
  if (owner === undefined) return [];
  const message = `the history is kept as "${kept.name}" and read at "${historySegment}", and the resource "${owner}" has one of these names`;
  return [atKey(path, { code: 'name-collision', message })];
}

/** What other resources are called. */
export interface TakenNames {
  /** Who has each name, after any change of casing. */
  readonly names: ReadonlyMap<string, string>;
  /** By parent, the child whose collection is at the address of a history. */
  readonly segments: ReadonlyMap<string, string>;
}

export function takenNames(context: CheckContext): TakenNames {
  const names = new Map<string, string>();
  const segments = new Map<string, string>();
  for (const name of resourceNames(context)) {
    const plural = pluralAsWritten(context, name);
    claim({ name, plural }, names);
    const parent = own(context.valid.resources, name)?.parent;
    if (parent !== undefined && plural === historySegment) segments.set(parent, name);
  }
  return { names, segments };
}
