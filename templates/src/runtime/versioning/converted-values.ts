import { isDeepStrictEqual } from 'node:util';
import { inWords, type Texts } from '../endpoints/languages/texts.ts';
import { violationsOf } from '../endpoints/validation.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { CustomOperationAdapter, Members, ResourceAdapter } from './adapter.ts';
import { inTermsOfIts } from './problem-at.ts';

type Converting = Pick<ResourceAdapter | CustomOperationAdapter, 'converted' | 'pointer'>;

/**
 * Refuses a body of an older version with a value that the newest one cannot hold in the form that it has there: as another type, or as parts of
 * a text. It would be lost, or no client could read it.
 *
 * @param newest the body as one of the newest version
 * @param seen what is stored: members that stay as they are there are not looked at
 * @throws {Problem} that lists the violations by the names of the older version
 */
export function refuseUnconverted(
  { converted, pointer = same }: Converting,
  newest: Members,
  seen: Members = {},
): void {
  if (converted === undefined) return;
  const changed = Object.entries(newest).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, seen[name]),
  );
  const errors = violationsOf(converted, Object.fromEntries(changed), 'body').map((violation) => ({
    ...violation,
    at: pointer(violation.at),
    detail: (texts: Texts) => texts.violations.converted(inWords(violation.detail, texts)),
  }));
  if (errors.length === 0) return;
  inTermsOfIts(() => {
    throw new Problem(builtIn.validationFailed, { errors });
  });
}

function same(pointer: string): string {
  return pointer;
}
