import { fullFormats } from 'ajv-formats/dist/formats.js';
import { canonicalDuration } from '../storage/durations.ts';

/** Whether a text has a format; `true` where its pattern says it all. */
export type TextFormat = RegExp | true | ((text: string) => boolean);

const {
  email,
  uri,
  hostname,
  'json-pointer': jsonPointer,
} = fullFormats as Readonly<Record<'email' | 'uri' | 'hostname' | 'json-pointer', TextFormat>>;

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * A date and time with an offset (RFC 3339, section 5.6) that the calendar has, and whose year still has four digits
 * in UTC. The letters may be lower-case. Leap seconds are refused, since neither database can keep them; so is the
 * form with a space, which few readers know.
 */
function isDateTime(text: string): boolean {
  const [, day = ''] = dateTime.exec(text) ?? [];
  if (!isDate(day)) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 0 && year <= 9999;
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text)
  );
}

/** Formats of text, each checked in full and not by its outline: there is no 30 February. */
export const formats: Readonly<Record<string, TextFormat>> = {
  date: isDate,
  /** Without the prefix of a URN, which PostgreSQL does not know. */
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email,
  uri,
  hostname,
  'date-time': isDateTime,
  /** Time of day without an offset, which the format `time` of JSON Schema would demand. */
  'time-local': /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  'json-pointer': jsonPointer,
  /** Canonical base64 (RFC 4648, section 4). */
  byte: (text: string) => Buffer.from(text, 'base64').toString('base64') === text,
  // The name is for readers of the document.
  decimal: true,
  int64: true,
  'iso-duration': (text) => canonicalDuration(text) !== undefined,
};
