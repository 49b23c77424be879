import { fullFormats } from 'ajv-formats/dist/formats.js';

const { uuid, email, uri, hostname, duration } = fullFormats;

/**
 * A date and time with an offset (RFC 3339, section 5.6) that the calendar has. Leap seconds are refused, since
 * neither database can keep them; so are the lower-case and the spaced forms, which few readers know.
 */
function isDateTime(text: string): boolean {
  const [, day = '', time = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))$/.exec(text) ?? [];
  return isDate(day) && !Number.isNaN(Date.parse(`${day}T${time}`));
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
export const formats = {
  date: isDate,
  uuid,
  email,
  uri,
  hostname,
  duration,
  'date-time': isDateTime,
  /** Local time of day, without a date and an offset. */
  time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  /** Canonical base64 (RFC 4648, section 4). */
  byte: (text: string) => Buffer.from(text, 'base64').toString('base64') === text,
  // The pattern of these says it all; the name is for readers of the document.
  decimal: true,
  int64: true,
} as const;
