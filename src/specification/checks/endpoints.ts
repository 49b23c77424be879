import { atKey, atValue, type Issue } from '../issue.ts';
import { own } from '../plain.ts';
import { defaults } from '../schema/defaults.ts';
import { resourceEndpoints, serviceWideKeys, type Endpoint } from '../schema.ts';
import { isLater, laterMessage } from '../structure/later.ts';
import { unknownResource } from './parents.ts';
import { queryIssues } from './queries.ts';
import {
  actionNames,
  endpointNames,
  resourceNames,
  transitionNames,
  type CheckContext,
} from './check-context.ts';

const wide: ReadonlySet<string> = new Set(serviceWideKeys);
const listKeys = ['filter', 'sort', 'pagination'] as const;

/** Endpoints belong to resources, and their keys to methods that are offered. */
export function endpointIssues(context: CheckContext): Issue[] {
  const names = resourceNames(context);
  const resources = new Set(names);
  const strangers = endpointNames(context).filter(
    (name) => !resources.has(name) && !wide.has(name),
  );
  const unknown = strangers.map((name) =>
    isLater(['endpoints'], name)
      ? atKey(['endpoints', name], { code: 'not-yet', message: laterMessage(name) })
      : atKey(['endpoints', name], unknownResource(name, names)),
  );
  const known = Object.entries(resourceEndpoints(context.valid.endpoints))
    .filter(([name]) => resources.has(name))
    .flatMap(([name, endpoint]) => knownIssues(context, name, endpoint));
  return [...unknown, ...known];
}

function knownIssues(context: CheckContext, name: string, endpoint: Endpoint): Issue[] {
  const resource = own(context.valid.resources, name);
  const queries = resource === undefined ? [] : queryIssues(context, name, endpoint, resource);
  return queries.concat(
    listIssues(name, endpoint),
    pageIssues(name, endpoint),
    replaceIssues(name, endpoint),
    repeatIssues(context, name, endpoint),
  );
}

/** Without a list there is nothing to filter, sort or cut into pages. */
function listIssues(name: string, endpoint: Endpoint): Issue[] {
  if (endpoint.methods === undefined || endpoint.methods.includes('list')) return [];
  return listKeys
    .filter((key) => endpoint[key] !== undefined)
    .map((key) => {
      const message = `"${key}" belongs to the method list, which is not among the methods`;
      return atKey(['endpoints', name, key], { code: 'without-list', message });
    });
}

/** Without PUT nothing can be created by it. */
function replaceIssues(name: string, { methods, createByReplace }: Endpoint): Issue[] {
  if (createByReplace !== true || methods === undefined || methods.includes('replace')) return [];
  const message = '"createByReplace" belongs to the method replace, which is not among the methods';
  return [atKey(['endpoints', name, 'createByReplace'], { code: 'without-replace', message })];
}

/** Only POST and PATCH are not safe to repeat by themselves; transitions and actions are POST. */
function repeatIssues(
  context: CheckContext,
  name: string,
  { methods, idempotencyKey }: Endpoint,
): Issue[] {
  if (idempotencyKey !== 'required' || methods === undefined) return [];
  if (methods.includes('create') || methods.includes('update')) return [];
  const customOperations = [...transitionNames(context, name), ...actionNames(context, name)];
  if (customOperations.length > 0) return [];
  const message =
    '"idempotencyKey" belongs to the methods create and update, neither of which is among the methods';
  return [atKey(['endpoints', name, 'idempotencyKey'], { code: 'without-create', message })];
}

function pageIssues(name: string, { pagination = {} }: Endpoint): Issue[] {
  const { size, maxSize } = pagination;
  if (size === undefined) return [];
  if (size <= (maxSize ?? Math.max(size, defaults.maxPageSize))) return [];
  const message = `size ${size} is above maxSize ${maxSize}`;
  return [atValue(['endpoints', name, 'pagination', 'size'], { code: 'empty-range', message })];
}
