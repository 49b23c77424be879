import { withOptional } from './optional-members.ts';
import type { ResourceSchemas } from './schemas.ts';

/** A body need not say what the claims of its caller say: who may choose among several values says which. */
export function claimed(schemas: ResourceSchemas, names: readonly string[]): ResourceSchemas {
  return {
    ...schemas,
    create: withOptional(schemas.create, names),
    replace: withOptional(schemas.replace, names),
  };
}
