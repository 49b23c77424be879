import { validatePattern } from '../validators/pattern.ts';
import type { ResolvedBinary, ResolvedString, ResolvedText } from '../resolved.ts';
import { shown } from '../shown.ts';
import { unusableCharacter, unusableMessage } from '../yaml/text.ts';
import { isDate, isDateTime, isTime } from './calendar.ts';
import { canonicalDuration } from './duration.ts';
import { formatOf } from './formats.ts';

/** Types whose values are text of a known form, with the form in words. */
const kinds = {
  date: { matches: isDate, says: 'a calendar date such as 2026-03-01' },
  time: { matches: isTime, says: 'a time such as 12:30:00' },
  'date-time': {
    matches: isDateTime,
    says: 'an instant with an offset and at most milliseconds, such as 2026-03-01T12:00:00Z',
  },
  duration: {
    matches: (text: string) => canonicalDuration(text) !== undefined,
    says: 'an ISO 8601 duration with at most milliseconds, such as PT15M or PT0.5S',
  },
  uuid: {
    matches: (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    says: 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91',
  },
  uri: { matches: formatOf('uri'), says: 'an absolute URI such as https://example.com/' },
  email: { matches: formatOf('email'), says: 'a mail address such as name@example.com' },
  hostname: { matches: formatOf('hostname'), says: 'a host name such as www.example.com' },
};

export type TextKind = keyof typeof kinds;

/** Text of a known form, of at most `maxLength` characters. */
export function validateKind(
  kind: TextKind,
  value: unknown,
  maxLength?: number,
): string | undefined {
  const text = validateLengths(value, { minLength: 0, maxLength: maxLength ?? 2048 });
  if (text !== undefined || typeof value !== 'string') return text;
  const { matches, says } = kinds[kind];
  return matches(value) ? undefined : `${shown(value)} is not ${says}`;
}

export function validateString(
  field: ResolvedString | ResolvedText,
  value: unknown,
): string | undefined {
  const lengths = validateLengths(value, field);
  if (lengths !== undefined || typeof value !== 'string') return lengths;
  if (field.type === 'string' && field.format !== undefined)
    return validateKind(field.format, value);
  const { pattern } = field;
  if (pattern === undefined || validatePattern(pattern) !== undefined) return undefined;
  return new RegExp(pattern, 'u').test(value)
    ? undefined
    : `${shown(value)} does not match the pattern ${shown(pattern)}`;
}

function validateLengths(
  value: unknown,
  { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
): string | undefined {
  if (typeof value !== 'string') return `${shown(value)} is not text`;
  if (unusableCharacter(value) !== -1) return unusableMessage;
  const length = Array.from(value).length;
  if (length < minLength) return `${shown(value)} has fewer than ${minLength} characters`;
  return length > maxLength ? `${shown(value)} has more than ${maxLength} characters` : undefined;
}

/** Canonical base64 (RFC 4648 section 4, with padding). */
export function validateBinary(field: ResolvedBinary, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${shown(value)} is not text in base64`;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') !== value) return `${shown(value)} is not base64 with padding`;
  return bytes.length > field.maxLength ? `more than ${field.maxLength} bytes` : undefined;
}
