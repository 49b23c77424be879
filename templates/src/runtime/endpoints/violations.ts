import { Problem, type Violation } from '../errors/problem.ts';
import type { Wording } from './languages/texts.ts';
import type { QueryNames } from './query.ts';
import type { BodyReader } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** A fault of a member of the body. */
export function memberViolation(name: string, code: string, detail: Wording): Violation {
  return { in: 'body', at: `/${name}`, code, detail };
}

/** Faults of a body where the client finds them: in the document that it sent. */
export function relocated(
  error: unknown,
  reader: BodyReader,
  resource: ResourceDescription,
): unknown {
  return moved(error, 'body', (at) => reader.locate(at, resource));
}

/** Faults of a query under the names that the representation has for its parameters. */
export function renamed(error: unknown, names: QueryNames): unknown {
  return moved(error, 'query', (at) => names.write(at));
}

function moved(error: unknown, within: Violation['in'], to: (at: string) => string): unknown {
  if (!(error instanceof Problem) || error.details.errors === undefined) return error;
  const errors = error.details.errors.map((each) =>
    each.in === within ? { ...each, at: to(each.at).slice(0, 500) } : each,
  );
  return new Problem(error.type, { ...error.details, errors }, { cause: error.cause });
}
