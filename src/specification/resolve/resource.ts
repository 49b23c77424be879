import { pluralOf } from '../names/plural.ts';
import { defined, mapValues } from '../plain.ts';
import type { ResolvedField, ResolvedResource, ResolvedStateMachine } from '../resolved.ts';
import type { Resource } from '../schema.ts';
import { resolveField } from './field.ts';
import { stateField } from './states.ts';
import { resolveGroup } from './values.ts';

/** A resource with every default filled in, and with the field that holds its state behind all others. */
export function resolveResource(
  resource: Resource,
  name: string,
  machine?: ResolvedStateMachine,
): ResolvedResource {
  const { description, deprecated, parent, unique = [], examples = [] } = resource;
  const fields: Record<string, ResolvedField> = {
    ...mapValues(resource.fields, resolveField),
    ...(machine === undefined ? {} : { [machine.field]: stateField(machine) }),
  };
  const firstRows = firstRowOfEach(fields, parent);
  return {
    ...defined({ description, deprecated, parent }),
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
