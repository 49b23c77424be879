import type { TObject } from 'typebox';
import { isGranted, type Grants, type Principal } from '../authentication/grants.ts';
import { withOptional } from './optional-members.ts';
import type { ResourceSchemas, Restriction } from './schemas.ts';

/**
 * The shapes of a resource of which not every member is for everybody: who does not see one has it in no
 * representation, and need not send it.
 *
 * @param members as they are kept
 */
export function restricted(schemas: ResourceSchemas, members: TObject): ResourceSchemas {
  const required = new Set(members.required ?? []);
  const restrictions = Object.fromEntries(
    Object.entries(members.properties).flatMap(([name, schema]) => {
      const flags = schema as {
        'x-readableBy'?: Grants;
        'x-writableBy'?: Grants;
        default?: unknown;
      };
      const { 'x-readableBy': readableBy, 'x-writableBy': writableBy } = flags;
      if (readableBy === undefined && writableBy === undefined) return [];
      const restriction: Restriction = {
        ...(readableBy === undefined ? {} : { readableBy }),
        ...(writableBy === undefined ? {} : { writableBy }),
        isRequired: required.has(name),
        ...(flags.default === undefined ? {} : { default: flags.default }),
      };
      return [[name, restriction]];
    }),
  );
  const names = Object.keys(restrictions);
  return {
    ...schemas,
    shown: withOptional(
      schemas.shown,
      names.filter((name) => restrictions[name]?.readableBy !== undefined),
    ),
    replace: withOptional(schemas.replace, names),
    // A member that no caller may read is write-only.
    writeOnly: [
      ...schemas.writeOnly,
      ...names.filter((name) => restrictions[name]?.readableBy?.length === 0),
    ],
    restricted: restrictions,
  };
}

/** The members that a caller does not see. */
export function hiddenFrom(schemas: ResourceSchemas, caller: Principal): string[] {
  return refused(schemas, caller, ({ readableBy }) => readableBy);
}

/** The members that a caller does not set. */
export function fixedFor(schemas: ResourceSchemas, caller: Principal): string[] {
  return refused(schemas, caller, ({ writableBy }) => writableBy);
}

function refused(
  { restricted: restrictions = {} }: ResourceSchemas,
  caller: Principal,
  grantsOf: (restriction: Restriction) => Grants | undefined,
): string[] {
  return Object.entries(restrictions)
    .filter(([, restriction]) => {
      const grants = grantsOf(restriction);
      return grants !== undefined && !isGranted(caller, grants);
    })
    .map(([name]) => name);
}
