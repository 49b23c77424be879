import type { TSchema } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';

/** A query parameter as the OpenAPI document shows it. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
}

/** The query parameters of an operation, and how they are read. */
export interface QueryReader<Query> {
  readonly parameters: readonly QueryParameter[];
  /** Throws a Problem that lists every violation. Names not among `parameters` are refused before. */
  read(values: QueryValues): Query;
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

/** Refuses every parameter that is not among those allowed. */
export function refuseUnknown(values: QueryValues, allowed: readonly QueryParameter[]): void {
  const errors: Violation[] = [];
  for (const name of values.keys()) {
    if (!allowed.some((parameter) => parameter.name === name)) {
      errors.push({
        in: 'query',
        at: name.slice(0, 100),
        code: 'unknown-parameter',
        detail: 'is not a parameter here',
      });
    }
  }
  if (errors.length > 0) {
    throw new Problem(builtIn.unknownParameter, {
      errors,
      members: { allowed: allowed.map((parameter) => parameter.name) },
    });
  }
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem(builtIn.malformedRequest, {
      detail: 'The query is not percent-encoded UTF-8.',
    });
  }
  // No column of either database can hold it, so no filter can ever match it.
  if (decoded.includes('\u0000')) {
    throw new Problem(builtIn.malformedRequest, { detail: 'The query holds a NUL character.' });
  }
  return decoded;
}
