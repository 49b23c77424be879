import type { IssueDetails } from '../issue.ts';
import { duration, size } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { bytesOf, millisecondsOf } from '../units.ts';

export const sizes = {
  body: { least: '1 KiB', most: '64 MiB' },
  uri: { least: '1 KiB', most: '64 KiB' },
  headers: { least: '1 KiB', most: '256 KiB' },
} as const;

export const durations = {
  requestTimeout: { least: '1s', most: '10m' },
  headersTimeout: { least: '1s', most: '5m' },
  keepAliveTimeout: { least: '1s', most: '10m' },
} as const;

/** Of a quota. */
export const quotaTimes = { least: '1s', most: '1d' } as const;

export type SizeKey = keyof typeof sizes;
export type DurationKey = keyof typeof durations;

/** A size such as `1 MiB` or a number of bytes, within what the key allows. */
export function validateSize(key: SizeKey, text: string | number): IssueDetails | undefined {
  return validateAmount(text, bytesOf, size.says, sizes[key]);
}

/** A duration such as `30s`, within what the key allows. */
export function validateDuration(key: DurationKey, text: string): IssueDetails | undefined {
  return validateAmount(
    text,
    (value) => millisecondsOf(String(value)),
    duration.says,
    durations[key],
  );
}

/** The time in which a quota is counted: the header fields tell it in seconds. */
export function validateQuotaTime(text: string): IssueDetails | undefined {
  const details = validateAmount(
    text,
    (value) => millisecondsOf(String(value)),
    duration.says,
    quotaTimes,
  );
  if (details !== undefined || (millisecondsOf(text) ?? 0) % 1000 === 0) return details;
  const found = shown(text);
  return { code: 'out-of-range', message: `${found} is no number of whole seconds`, found };
}

function validateAmount(
  text: string | number,
  amountOf: (text: string | number) => number | undefined,
  says: string,
  range: { least: string; most: string },
): IssueDetails | undefined {
  const amount = amountOf(text);
  const found = shown(text);
  if (amount === undefined)
    return { code: 'wrong-form', message: `${found} is not ${says}`, found };
  if (amount >= (amountOf(range.least) ?? 0) && amount <= (amountOf(range.most) ?? 0))
    return undefined;
  return {
    code: 'out-of-range',
    message: `${found} is not within ${range.least} to ${range.most}`,
    found,
  };
}
