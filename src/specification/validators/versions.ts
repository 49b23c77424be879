import type { IssueDetails } from '../issue.ts';
import { instant, isoDuration, versionLabel } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { instantOf, millisecondsOfIso } from '../units.ts';
import { isDate } from '../values/calendar.ts';
import { isDateLabel } from '../versions/labels.ts';
import { validateForm } from './form.ts';

const shortestBrownout = 60_000;
const longestBrownout = 7 * 86_400_000;

/** What a version is called: a major number or a day of the calendar. */
export function validateVersionLabel(label: string): IssueDetails | undefined {
  const form = validateForm(label, versionLabel, 10, majorOf);
  return form ?? (isDateLabel(label) ? validateDay(label) : undefined);
}

/** A day, YYYY-MM-DD, that the calendar has. Texts of another form are mistakes of structure. */
export function validateDay(text: string): IssueDetails | undefined {
  if (isDate(text)) return undefined;
  const found = shown(text);
  return { code: 'value', message: `${found} is no day of the calendar`, found };
}

/** When a brownout begins. */
export function validateInstant(text: string): IssueDetails | undefined {
  const form = validateForm(text, instant, 20);
  if (form !== undefined || instantOf(text) !== undefined) return form;
  const found = shown(text);
  return { code: 'value', message: `${found} is no instant of the calendar and the clock`, found };
}

/** How long a brownout lasts. */
export function validateBrownout(text: string): IssueDetails | undefined {
  const form = validateForm(text, isoDuration, 40);
  if (form !== undefined) return form;
  const amount = millisecondsOfIso(text) ?? 0;
  if (amount >= shortestBrownout && amount <= longestBrownout) return undefined;
  const found = shown(text);
  return { code: 'amount', message: `${found} is not between PT1M and P7D (a week)`, found };
}

/** `v2`, `02` and `2.1` all mean version 2. */
function majorOf(text: string): string {
  return text.replace(/^v?0*(?=[0-9])/i, '').replace(/[.][0-9.]*$/, '');
}
