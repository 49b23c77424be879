import { pluralOf } from '../names/plural.ts';
import { defined, mapValues } from '../plain.ts';
import type { ResolvedField, ResolvedResource } from '../resolved.ts';
import type { Resource } from '../schema.ts';
import { resolveField } from './field.ts';
import { resolveGroup } from './values.ts';

/** A resource with every default filled in. */
export function resolveResource(resource: Resource, name: string): ResolvedResource {
  const { description, parent, unique = [], examples = [] } = resource;
  const fields = mapValues(resource.fields, resolveField);
  const firstRows = firstRowOfEach(fields, parent);
  return {
    ...defined({ description, parent }),
    plural: resource.plural ?? pluralOf(name),
    fields,
    unique,
    examples: examples.map((row) => resolveGroup(fields, { ...firstRows, ...row })),
  };
}

/** An example that does not say which row it refers to means the first one. */
function firstRowOfEach(
  fields: Readonly<Record<string, ResolvedField>>,
  parent: string | undefined,
): Record<string, unknown> {
  const required = Object.entries(fields)
    .filter(([, field]) => field.type === 'reference' && field.required)
    .map(([name]) => name);
  const names =
    parent === undefined || Object.hasOwn(fields, parent) ? required : [parent, ...required];
  return Object.fromEntries(names.map((name) => [name, 1]));
}
