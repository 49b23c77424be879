import { withOptional } from './optional-members.ts';
import type { ResourceSchemas } from './schemas.ts';

/** Members that get their value from a claim of the caller are optional in bodies. With several values, the body chooses. */
export function optionalFromClaims(
  schemas: ResourceSchemas,
  names: readonly string[],
): ResourceSchemas {
  return {
    ...schemas,
    create: withOptional(schemas.create, names),
    replace: withOptional(schemas.replace, names),
  };
}
