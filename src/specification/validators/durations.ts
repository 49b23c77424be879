import type { IssueDetails } from '../issue.ts';
import { isoDuration } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { millisecondsOfIso } from '../units.ts';
import { validateForm } from './form.ts';

const tenYears = 3653 * 86_400_000;

/** Shortest durations, in milliseconds and as they are written. */
const least = {
  after: { milliseconds: 1000, written: 'PT1S' },
  keep: { milliseconds: 60_000, written: 'PT1M' },
} as const;

/** How long after a state a transition happens by itself, and how long events are kept. */
export function validateIsoDuration(
  key: keyof typeof least,
  text: string,
): IssueDetails | undefined {
  const form = validateForm(text, isoDuration, 40);
  if (form !== undefined) return form;
  const amount = millisecondsOfIso(text) ?? 0;
  const { milliseconds, written } = least[key];
  if (amount >= milliseconds && amount <= tenYears) return undefined;
  const message = `${shown(text)} is not between ${written} and P3653D (ten years)`;
  return { code: 'amount', message, found: shown(text) };
}
