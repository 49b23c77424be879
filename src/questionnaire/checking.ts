import { checkSpecification, type Mistake } from '../specification/index.ts';
import { sentence } from '../specification/format.ts';
import type { Draft } from './draft.ts';
import { missingResources } from './missing.ts';

/**
 * What is wrong with the draft by the rules of the file, except that resources which are only referred to so far count as
 * there: they may come later.
 */
export function mistakesIn(draft: Draft): readonly Mistake[] {
  const later = missingResources(draft).map(({ name }) => [name, placeholder] as const);
  return checkSpecification({
    ...draft,
    resources: { ...draft.resources, ...Object.fromEntries(later) },
  });
}

/** What a change makes wrong that was not wrong before and is not passed over; undefined: nothing. */
export function problemOf(
  before: Draft,
  after: Draft,
  isPassedOver: (mistake: Mistake) => boolean = () => false,
): string | undefined {
  const known = new Set(mistakesIn(before).map(identity));
  const mistakes = mistakesIn(after).filter(
    (mistake) => !known.has(identity(mistake)) && !isPassedOver(mistake),
  );
  return mistakes.length === 0 ? undefined : sentences(mistakes);
}

export function sentences(mistakes: readonly Mistake[]): string {
  return mistakes.map(sentence).join('\n');
}

function identity({ path, code, message }: Mistake): string {
  return JSON.stringify([path, code, message]);
}

const placeholder = { fields: { name: { type: 'string' as const } } };
