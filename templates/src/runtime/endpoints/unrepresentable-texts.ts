import { builtIn } from '../errors/built-in.ts';
import { maxErrors } from '../errors/problem-document.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import type { Representation } from './representations/representation.ts';
import { pointerToken } from './validation.ts';

type CanShow = NonNullable<Representation['canShow']>;

/**
 * Checks a body, and that each of its texts can be shown in every representation: all of them tell the same.
 *
 * @throws {Problem} that lists the violations of either kind
 */
export function rejectUnrepresentableTexts<Body>(
  { representations }: Pick<Application, 'representations'>,
  value: unknown,
  check: () => Body,
): Body {
  const tests = representations.flatMap(({ canShow }) => canShow ?? []);
  const hidden = tests.length === 0 ? [] : hiddenTexts(value, tests);
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

/** As many as a problem shows. */
function hiddenTexts(whole: unknown, tests: readonly CanShow[]): Violation[] {
  const found: Violation[] = [];
  const place: string[] = [];
  visit(whole);
  return found;

  function visit(value: unknown): void {
    if (found.length >= maxErrors) return;
    if (typeof value === 'string') {
      if (tests.every((test) => test(value))) return;
      found.push({
        in: 'body',
        at: place
          .map((name) => `/${pointerToken(name)}`)
          .join('')
          .slice(0, 500),
        code: 'character',
        detail: ({ violations }) => violations.character,
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        place.push(name);
        visit((value as Readonly<Record<string, unknown>>)[name]);
        place.pop();
      }
    }
  }
}
