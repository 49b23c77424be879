import { randomInt, randomUUID } from 'node:crypto';

const attempts = 200;

/**
 * Another value of the same kind, which hardly anything has yet: that of a member that must be unique, in a service
 * that holds more than the tests put into it.
 *
 * @param permits whether the schema of the member does
 * @returns the value itself where no other one is found
 */
export function varied(value: unknown, permits: (value: unknown) => boolean): unknown {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const other = another(value, attempt);
    if (other !== value && permits(other)) return other;
  }
  return value;
}

function another(value: unknown, attempt: number): unknown {
  // From many digits to few: the range is known to the schema alone.
  const digits = 9 - Math.floor(attempt / 25);
  if (typeof value === 'number') return randomInt(10 ** digits);
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return randomUUID();
  const number = /^-?\d+(?<fraction>\.\d+)?$/.exec(value);
  if (number !== null)
    return `${String(randomInt(10 ** digits))}${number.groups?.['fraction'] ?? ''}`;
  const at = value.indexOf('@');
  if (at > 0) return `${randomUUID().slice(0, 8)}${value.slice(at)}`;
  // A longer text first, as long as there is room, then one of the same shape: that may be all that a pattern permits.
  const room = 8 - Math.floor(attempt / 10);
  if (room > 0) return value + randomUUID().slice(0, room);
  return attempt < 150 ? reshaped(value, /[A-Za-z0-9]/g) : reshaped(value, /\d/g);
}

/** The same pattern of letters and digits. */
function reshaped(value: string, what: RegExp): string {
  return value.replaceAll(what, (character) => {
    if (/\d/.test(character)) return String(randomInt(10));
    const letter = (10 + randomInt(26)).toString(36);
    return /[A-Z]/.test(character) ? letter.toUpperCase() : letter;
  });
}
