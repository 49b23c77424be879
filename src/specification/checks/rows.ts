import { isMapping, mapValues, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import { resolveField } from '../resolve/field.ts';
import { stateField, statesOf } from '../resolve/states.ts';
import type { Field, Resource } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { valueAt } from '../structure/locate.ts';
import { fieldNames, type CheckContext } from './check-context.ts';

/** The fields of a resource, the one that its machine adds among them. */
export interface Row {
  /** All names, also of fields that have an issue. */
  readonly names: readonly string[];
  /** Those whose own description has no issue. */
  readonly fields: Readonly<Record<string, ResolvedField>>;
  /** As they are written; without the field of the machine. */
  readonly written: Readonly<Record<string, Field>>;
  /** The field that its machine adds. */
  readonly state?: string;
}

export function rowOf(context: CheckContext, resource: string, unclear: ReadonlySet<Field>): Row {
  const written: Resource['fields'] = own(context.valid.resources, resource)?.fields ?? {};
  const clear = Object.entries(written).filter(([, field]) => !unclear.has(field));
  const fields = mapValues(Object.fromEntries(clear), resolveField);
  const machine = own(context.valid.states, resource);
  const state = stateFieldName(context, resource);
  const names = memberNames(context, resource);
  if (state === undefined) return { names, fields, written };
  if (machine === undefined) return { names, fields, written, state };
  const added = stateField({ states: statesOf(machine), initial: machine.initial });
  return { names, fields: { ...fields, [state]: added }, written, state };
}

/** All names of the fields of a resource as written, and that of the field which its machine adds. */
export function memberNames(context: CheckContext, resource: string): string[] {
  const state = stateFieldName(context, resource);
  const names = fieldNames(context, resource);
  return state === undefined || names.includes(state) ? names : [...names, state];
}

/** The field that the machine of a resource adds; undefined where there is no machine. */
export function stateFieldName({ raw }: CheckContext, resource: string): string | undefined {
  const machine = valueAt(raw, ['states', resource]);
  if (!isMapping(machine)) return undefined;
  const field = own(machine, 'field');
  return typeof field === 'string' ? field : defaults.stateField;
}
