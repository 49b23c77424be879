import { listParameters } from '../names/reserved.ts';
import type { ResolvedEndpoint, ResolvedField, ResolvedResource } from '../resolved.ts';
import { defined, mapValues } from '../plain.ts';
import { resolveAction } from './action.ts';
import { methods as allMethods, type Endpoint, type Field } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';

/** How a resource is reached, with every default filled in; `written` are its fields as in the file. */
export function resolveEndpoint(
  endpoint: Endpoint | undefined,
  resource: ResolvedResource,
  written: Readonly<Record<string, Field>>,
): ResolvedEndpoint {
  const { methods = [...allMethods], filter, sort, pagination = {} } = endpoint ?? {};
  const maxSize = pagination.maxSize ?? Math.max(defaults.maxPageSize, pagination.size ?? 0);
  const size = pagination.size ?? Math.min(defaults.pageSize, maxSize);
  const lists = methods.includes('list');
  return {
    methods: allMethods.filter((method) => methods.includes(method)),
    filter: lists ? (filter ?? defaultFilter(resource.fields)) : [],
    sort: lists ? (sort ?? defaults.sort) : [],
    pagination: {
      size,
      maxSize,
      total: pagination.total ?? true,
      cursor: pagination.cursor ?? false,
    },
    preconditions: endpoint?.preconditions ?? 'optional',
    createByReplace: endpoint?.createByReplace ?? false,
    idempotencyKey: endpoint?.idempotencyKey ?? 'optional',
    cost: endpoint?.cost ?? {},
    ...defined({ deprecated: endpoint?.deprecated }),
    actions: mapValues(endpoint?.actions ?? {}, (action) =>
      resolveAction(action, written, resource.fields),
    ),
  };
}

/** Fields with few values or with an index that anybody sees, unless their name is a parameter of every list. */
export function defaultFilter(fields: Readonly<Record<string, ResolvedField>>): string[] {
  const taken: readonly string[] = listParameters;
  return Object.entries(fields)
    .filter(([name, field]) => isFilteredByDefault(field) && !taken.includes(name))
    .map(([name]) => name);
}

function isFilteredByDefault(field: ResolvedField): boolean {
  const few =
    ['reference', 'enum', 'boolean'].includes(field.type) ||
    (field.type === 'integer' && field.values !== undefined);
  const isSeen = !field.writeOnly && field.readableBy?.length !== 0;
  return isSeen && (few || field.unique);
}
