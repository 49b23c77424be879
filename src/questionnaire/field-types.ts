import type { FieldType } from '../specification/index.ts';
import { own } from '../specification/plain.ts';
import { defaults } from '../specification/schema/defaults.ts';
import type { Draft } from './draft.ts';
import type { TypeOf } from './shorthand/guards.ts';

/** The types of the fields of a resource, that of its state among them. */
export function typesOf(draft: Draft, resource: string): TypeOf {
  const fields = own(draft.resources, resource)?.fields;
  const machine = own(draft.states, resource);
  const state = machine === undefined ? undefined : (machine.field ?? defaults.stateField);
  return (name): FieldType | undefined => (name === state ? 'enum' : own(fields, name)?.type);
}
