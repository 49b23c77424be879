import type { TObject } from 'typebox';
import { isGranted, type Grants, type Principal } from '../authentication/grants.ts';
import { withOptional } from './optional-members.ts';
import type { ResourceSchemas, MemberAccess } from './schemas.ts';

/**
 * The schemas of a resource with members that only some callers may read or set: such a member is absent in
 * representations for other callers, and they need not send it.
 *
 * @param members as they are stored
 */
export function withMemberAccess(schemas: ResourceSchemas, members: TObject): ResourceSchemas {
  const required = new Set(members.required ?? []);
  const memberAccess = Object.fromEntries(
    Object.entries(members.properties).flatMap(([name, schema]) => {
      const flags = schema as {
        'x-readableBy'?: Grants;
        'x-writableBy'?: Grants;
        default?: unknown;
      };
      const { 'x-readableBy': readableBy, 'x-writableBy': writableBy } = flags;
      if (readableBy === undefined && writableBy === undefined) return [];
      const access: MemberAccess = {
        ...(readableBy === undefined ? {} : { readableBy }),
        ...(writableBy === undefined ? {} : { writableBy }),
        isRequired: required.has(name),
        ...(flags.default === undefined ? {} : { default: flags.default }),
      };
      return [[name, access]];
    }),
  );
  const names = Object.keys(memberAccess);
  return {
    ...schemas,
    shown: withOptional(
      schemas.shown,
      names.filter((name) => memberAccess[name]?.readableBy !== undefined),
    ),
    replace: withOptional(schemas.replace, names),
    // A member that no caller may read is write-only.
    writeOnly: [
      ...schemas.writeOnly,
      ...names.filter((name) => memberAccess[name]?.readableBy?.length === 0),
    ],
    memberAccess,
  };
}

/** The members that a caller may not read. */
export function hiddenFrom(schemas: ResourceSchemas, caller: Principal): string[] {
  return refused(schemas, caller, ({ readableBy }) => readableBy);
}

/** The members that a caller may not set. */
export function readOnlyFor(schemas: ResourceSchemas, caller: Principal): string[] {
  return refused(schemas, caller, ({ writableBy }) => writableBy);
}

function refused(
  { memberAccess = {} }: ResourceSchemas,
  caller: Principal,
  grantsOf: (access: MemberAccess) => Grants | undefined,
): string[] {
  return Object.entries(memberAccess)
    .filter(([, access]) => {
      const grants = grantsOf(access);
      return grants !== undefined && !isGranted(caller, grants);
    })
    .map(([name]) => name);
}
