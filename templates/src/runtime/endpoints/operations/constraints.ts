import { isDeepStrictEqual } from 'node:util';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../storage/errors.ts';
import { memberViolation } from '../violations.ts';
import type { ResourceEndpoints } from './resource.ts';

/**
 * Runs work that may violate a constraint of the database, and throws the violation as a problem. The database decides, in the
 * statement: a check beforehand would let two requests pass at once.
 */
export async function mapConstraintErrors<Draft extends object, Tables, Result>(
  resource: ResourceEndpoints<Draft, Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store, parentParameters } = resource;
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueViolation) {
      const members = uniqueMembers(resource, store.membersOf(error));
      const errors = members.map((name) =>
        memberViolation(name, 'unique', ({ violations }) => violations.unique),
      );
      throw new Problem(builtIn.uniqueConflict, { errors }, { cause: error });
    }
    if (error instanceof ForeignKeyViolation) {
      if (error.kind === 'still-referenced') {
        throw new Problem(builtIn.referenced, {}, { cause: error });
      }
      const members = store.membersOf(error);
      // The parent went away while its child was created.
      if (members.includes(parentParameters.at(-1) ?? '')) {
        throw new Problem(builtIn.notFound, {}, { cause: error });
      }
      const errors = members.map((name) =>
        memberViolation(name, 'reference', ({ violations }) => violations.reference),
      );
      throw new Problem(builtIn.referenceConflict, { errors }, { cause: error });
    }
    throw error;
  }
}

/** What it is unique within is nothing that the client said, unless the specification names it beside the others. */
function uniqueMembers(
  {
    uniqueWithin = [],
    uniqueAcross = [],
  }: Pick<ResourceEndpoints<object, never>, 'uniqueWithin' | 'uniqueAcross'>,
  members: readonly string[],
): readonly string[] {
  const rest = (names: readonly string[]) =>
    new Set(names.filter((name) => !uniqueWithin.includes(name)));
  const said = rest(members);
  return uniqueAcross.find((key) => isDeepStrictEqual(rest(key), said)) ?? [...said];
}
