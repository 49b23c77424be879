/** Whether the text is a day of the Gregorian calendar, YYYY-MM-DD, from year 1 on. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  return year !== undefined && year > 0 && isDay(year, month ?? 0, day ?? 0);
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

/** Whether the text is a time of day, HH:MM:SS. There are no leap seconds. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);
}

/** Whether the text is an instant of RFC 3339, with an offset and at most milliseconds; t and z may be lower-case. */
export function isDateTime(text: string): boolean {
  const match = /^(.{10})T(.{8})(\.\d{1,3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text);
  if (match === null || !isDate(match[1] ?? '') || !isTime(match[2] ?? '')) return false;
  // An offset can carry the last hours of the calendar into a year of five digits.
  return new Date(text).getUTCFullYear() <= 9999;
}
