import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import type { Representation } from './representations/representation.ts';
import { pointerToken } from './validation.ts';

type CanShow = NonNullable<Representation['canShow']>;

/**
 * Checks a body, and that each of its texts can be shown in every representation: all of them tell the same.
 *
 * @throws {Problem} that lists every violation of either kind
 */
export function checkShown<Body>(
  { representations }: Pick<Application, 'representations'>,
  value: unknown,
  check: () => Body,
): Body {
  const tests = representations.flatMap(({ canShow }) => canShow ?? []);
  const hidden = tests.length === 0 ? [] : hiddenTexts(value, tests, '');
  if (hidden.length === 0) return check();
  try {
    check();
  } catch (error) {
    if (!(error instanceof Problem) || error.details.errors === undefined) throw error;
    const { errors } = error.details;
    const others = hidden.filter(({ at }) => !errors.some((each) => each.at === at));
    throw new Problem(error.type, { ...error.details, errors: [...errors, ...others] });
  }
  throw new Problem(builtIn.validationFailed, { errors: hidden });
}

function hiddenTexts(value: unknown, tests: readonly CanShow[], at: string): Violation[] {
  if (typeof value === 'string') {
    return tests.every((test) => test(value))
      ? []
      : [{ in: 'body', at, code: 'character', detail: ({ violations }) => violations.character }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${at}/${pointerToken(name)}`;
    return hiddenTexts(member, tests, place.slice(0, 500));
  });
}
