import { isDeepStrictEqual } from 'node:util';
import {
  resolveField,
  type ResolvedField,
  type ResolvedSpecification,
} from '../../specification/index.ts';
import { camelCaseOf } from '../../specification/names/casing.ts';
import { memberOf, type Expression } from './expression.ts';
import type { Member } from './members.ts';

const ofTheService = (field: ResolvedField): ResolvedField => ({
  ...field,
  required: true,
  readOnly: true,
});

/** What the service sets in every resource. */
export const systemFields: Readonly<Record<string, ResolvedField>> = {
  id: ofTheService(resolveField({ type: 'uuid' })),
  createdAt: ofTheService(resolveField({ type: 'date-time' })),
  updatedAt: ofTheService(resolveField({ type: 'date-time' })),
  revision: ofTheService(resolveField({ type: 'integer' })),
};

/** Every member of a resource as clients see it: those of the service, that of its parent, and its fields. */
export function fieldsOf(
  { resources }: Pick<ResolvedSpecification, 'resources'>,
  name: string,
): Record<string, ResolvedField> {
  const resource = resources[name];
  if (resource === undefined) return {};
  const parent = parentMember(resource.parent);
  return {
    ...systemFields,
    ...(parent === undefined
      ? {}
      : { [parent]: systemFields['id'] ?? resolveField({ type: 'uuid' }) }),
    ...resource.fields,
  };
}

/** `orderId`, of what lives in an order. */
export function parentMember(parent: string | undefined): string | undefined {
  return parent === undefined ? undefined : `${camelCaseOf(parent)}Id`;
}

/** Fields as members of what they belong to. */
export function membersOf(
  fields: Readonly<Record<string, ResolvedField>>,
  of: Expression,
): Member[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    expression: memberOf(of, name),
  }));
}

/** Whether every representation has it, be it null. */
export function isAlwaysThere({ required, nullable, default: initial }: ResolvedField): boolean {
  return required || nullable || initial !== undefined;
}

/** Whether two fields hold values of one type; of enumerations, the same ones. */
export function isSameType(one: ResolvedField, other: ResolvedField): boolean {
  if (one.type === 'enum' && other.type === 'enum') {
    return isDeepStrictEqual(one.values, other.values);
  }
  return one.type === other.type;
}
