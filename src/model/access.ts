import type { ResolvedSpecification } from '../specification/index.ts';
import { snakeCase } from '../specification/names/casing.ts';
import type { AccessModel, MemberModel, ResourceNames } from './model.ts';

/** Who may do what with one resource, and which of its rows exist for whom. */
export function buildAccess(
  { authentication: { allow, rules } }: ResolvedSpecification,
  { name }: ResourceNames,
  parents: readonly ResourceNames[],
): AccessModel {
  const grants = allow?.[name];
  const own = rules
    .filter(({ resource }) => resource === name)
    .map(({ field, claim, unless }) => ({ ...memberOf(field), claim, unless }));
  const parent = parents.at(-1);
  const isWithin = parents.some((each) => rules.some(({ resource }) => resource === each.name));
  return {
    ...(grants === undefined ? {} : { grants }),
    rules: own,
    within: [
      ...(isWithin && parent !== undefined ? [memberOf(parent.idParameter)] : []),
      ...own.map(({ name: member }) => memberOf(member)),
    ],
  };
}

/** Whether any caller may call a method, a transition or an action of a resource; who may read may list as well. */
export function isPermitted(grants: AccessModel['grants'], name: string): boolean {
  return grants === undefined || (grants[name] ?? []).length > 0;
}

function memberOf(name: string): MemberModel {
  return { name, column: snakeCase(name) };
}
