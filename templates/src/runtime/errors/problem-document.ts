import { inWords, type Texts } from '../endpoints/languages/texts.ts';
import type { Localized, Problem, ProblemType } from './problem.ts';

/** Media type of a problem document (RFC 9457, section 6.1); it has no parameters. */
export const problemMediaType = 'application/problem+json';

/** An answer must not become many times as large as the request that it refuses. */
export const maxErrors = 100;

/** Every problem that a service can answer with, by its code. */
export type Catalogue = ReadonlyMap<string, ProblemType>;

export interface ProblemSource {
  readonly problem: Problem;
  readonly traceId: string;
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Has the last word on the status and the title of a code. */
  readonly catalogue: Catalogue;
  /** The language to say it in. */
  readonly texts: Texts;
}

/** A violation as it is sent. */
export interface ShownViolation {
  readonly in: string;
  readonly at: string;
  readonly code: string;
  readonly detail: string;
}

/** The body of RFC 9457, section 3. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly traceId: string;
  readonly errors?: readonly ShownViolation[];
  readonly [member: string]: unknown;
}

export interface ProblemDocument {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: ProblemBody;
}

/** A problem as it is sent, but for its representation. */
export function problemDocument({
  problem,
  traceId,
  baseUrl,
  catalogue,
  texts,
}: ProblemSource): ProblemDocument {
  const { details } = problem;
  const type = catalogue.get(problem.type.code) ?? problem.type;
  const { title, description } = wordsOf(type, texts);
  return {
    headers: {
      // 404, 405, 410, 414 and 501 are cacheable by heuristic (RFC 9110, section 15.1).
      'cache-control': 'no-store',
      'content-language': texts.language,
      ...details.headers,
    },
    body: {
      type: type.uri ?? `${baseUrl}/problems/${type.code}`,
      title,
      status: type.status,
      detail: details.detail === undefined ? description : inWords(details.detail, texts),
      code: type.code,
      traceId,
      ...(details.errors === undefined
        ? {}
        : {
            errors: details.errors
              .slice(0, maxErrors)
              .map((error) => ({ ...error, detail: inWords(error.detail, texts) })),
          }),
      ...details.members,
    },
  };
}

/** Title and description of a kind of problem. */
export function wordsOf(
  type: ProblemType,
  texts: Texts,
): { readonly title: string; readonly description: string } {
  const problems: Readonly<Record<string, { title: string; description: string }>> = texts.problems;
  const own = problems[type.code];
  const title = localized(type.title, texts) ?? own?.title ?? type.code;
  return { title, description: localized(type.description, texts) ?? own?.description ?? title };
}

function localized(text: Localized | undefined, { language }: Texts): string | undefined {
  if (text === undefined || typeof text === 'string') return text;
  return text[language] ?? Object.values(text)[0];
}
