import type { Problem, ProblemType } from './problem.ts';

/** Media type of a problem document (RFC 9457, section 6.1); it has no parameters. */
export const problemMediaType = 'application/problem+json';

/** An answer must not become many times as large as the request that it refuses. */
const maxErrors = 100;

/** Every problem that a service can answer with, by its code. */
export type Catalogue = ReadonlyMap<string, ProblemType>;

export interface ProblemSource {
  readonly problem: Problem;
  readonly traceId: string;
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Has the last word on the status and the title of a code. */
  readonly catalogue: Catalogue;
}

export interface ProblemDocument {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A problem as it is sent: status, headers and the body of RFC 9457, section 3. */
export function problemDocument({
  problem,
  traceId,
  baseUrl,
  catalogue,
}: ProblemSource): ProblemDocument {
  const { details } = problem;
  const type = catalogue.get(problem.type.code) ?? problem.type;
  return {
    status: type.status,
    headers: {
      'content-type': problemMediaType,
      // 404, 405, 410, 414 and 501 are cacheable by heuristic (RFC 9110, section 15.1).
      'cache-control': 'no-store',
      ...details.headers,
    },
    body: {
      type: `${baseUrl}/problems/${type.code}`,
      title: type.title,
      status: type.status,
      detail: details.detail ?? type.description,
      code: type.code,
      traceId,
      ...(details.errors === undefined ? {} : { errors: details.errors.slice(0, maxErrors) }),
      ...details.members,
    },
  };
}
