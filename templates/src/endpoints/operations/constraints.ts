import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../storage/errors.ts';
import { memberViolation } from '../violations.ts';
import type { ResourceEndpoints } from './resource.ts';

/**
 * Runs what may break a constraint of the database. The database decides, in the statement: a check beforehand
 * would let two requests pass at once.
 */
export async function answering<Draft extends object, Tables, Result>(
  resource: ResourceEndpoints<Draft, Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store, parentParameters } = resource;
  // {{#if hasRules}}
  const within = new Set(resource.uniqueWithin);
  // {{/if}}
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueViolation) {
      const errors = store
        .membersOf(error)
        // {{#if hasRules}}
        // What it is unique within is nothing that the client said.
        .filter((name) => !within.has(name))
        // {{/if}}
        .map((name) => memberViolation(name, 'unique', ({ violations }) => violations.unique));
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
