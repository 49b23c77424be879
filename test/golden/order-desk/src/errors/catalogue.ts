import { builtIn, commonProblems } from '../runtime/errors/built-in.ts';
import type { ProblemType } from '../runtime/errors/problem.ts';
import type { Catalogue } from '../runtime/errors/problem-document.ts';

/** The problems that only this service has; rules throw them: `throw new Problem(problems.…)`. */
export const problems = {
  creditExceeded: {
    status: 409,
    code: 'credit-exceeded',
    title: { en: 'Credit limit exceeded', de: 'Kreditlimit überschritten' },
    description: { en: 'Credit limit exceeded', de: 'Kreditlimit überschritten' },
  },
} as const satisfies Record<string, ProblemType>;

/** Every problem that this service can answer with. */
export const catalogue: Catalogue = new Map(
  [
    ...Object.values(commonProblems),
    builtIn.transitionNotAllowed,
    builtIn.guardNotMet,
    ...Object.values(problems),
  ].map((type) => [type.code, type]),
);
