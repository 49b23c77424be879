import type { TSchema } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { maxErrors } from '../errors/problem-document.ts';
import { Problem, type Violation } from '../errors/problem.ts';

/** A query parameter as the OpenAPI document shows it. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
  /** True when clients are asked to stop using it. */
  readonly isDeprecated?: boolean;
}

/** The query parameters of an operation, and how they are read. */
export interface QueryReader<Query> {
  readonly parameters: readonly QueryParameter[];
  /**
   * Throws a Problem that lists every violation. Names not among `parameters` are refused before.
   *
   * @param hidden members that the caller does not see: nothing is said of them
   */
  read(values: QueryValues, hidden?: ReadonlySet<string>): Query;
}

/** How a representation calls the query parameters of a list, where it does not call them as the operation does. */
export interface QueryNames {
  /** Undefined where the representation has no such parameter. */
  read(name: string): string | undefined;
  readValues(name: string, values: readonly string[]): readonly string[];
  write(name: string): string;
  /** A parameter that it calls the same and reads in another way; absent: it reads all alike. */
  describe?(parameter: QueryParameter): QueryParameter;
  /** What the client calls the orders that compare a member first; absent: the same. */
  sortedBy?(member: string): readonly string[];
}

/** Decoded values by name, in the order of the query. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

const none: QueryValues = new Map();

/**
 * Splits and decodes a query string (without the question mark). Unlike URLSearchParams it refuses a
 * broken percent-encoding instead of guessing.
 */
export function parseQuery(text: string): QueryValues {
  if (text === '') return none;
  const values = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

/**
 * The values under the operation's own names. Every parameter that is not among those allowed is refused.
 *
 * @param names how the representation calls them
 */
export function knownValues(
  given: QueryValues,
  allowed: readonly QueryParameter[],
  names: QueryNames | undefined,
): QueryValues {
  if (given.size === 0) return given;
  const values = new Map<string, readonly string[]>();
  const errors: Violation[] = [];
  for (const [name, texts] of given) {
    if (errors.length >= maxErrors) break;
    const own = names === undefined ? name : names.read(name);
    if (own !== undefined && allowed.some((parameter) => parameter.name === own)) {
      values.set(own, names?.readValues(own, texts) ?? texts);
    } else {
      errors.push({
        in: 'query',
        at: name.slice(0, 100),
        code: 'unknown-parameter',
        detail: ({ violations }) => violations.unknownParameter,
      });
    }
  }
  if (errors.length === 0) return values;
  throw new Problem(builtIn.unknownParameter, {
    errors,
    members: {
      allowed: allowed.map((parameter) => names?.write(parameter.name) ?? parameter.name),
    },
  });
}

/** Parameters that every list has: no filter is called like one, though a member may be. */
const ofLists: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'cursor']);

/** Whether a parameter filters by one of these members: `total[gte]` is about `total`. */
export function filtersBy(parameter: string, members: ReadonlySet<string>): boolean {
  const [member = parameter] = parameter.split('[', 1);
  return members.has(member) && !ofLists.has(parameter);
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem(builtIn.malformedRequest, {
      detail: ({ details }) => details.queryEncoding,
    });
  }
  // No column of either database can hold it, so no filter can ever match it.
  if (decoded.includes('\u0000')) {
    throw new Problem(builtIn.malformedRequest, { detail: ({ details }) => details.queryNul });
  }
  return decoded;
}
