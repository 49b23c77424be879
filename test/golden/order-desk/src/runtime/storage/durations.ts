/** ISO 8601 in the grammar of RFC 3339, appendix A, and with milliseconds. The number of digits is bounded. */
export const durationPattern =
  '^P(?!$)([0-9]{1,9}Y)?([0-9]{1,9}M)?([0-9]{1,9}D)?(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,15}([.][0-9]{1,3})?S)?)?$|^P[0-9]{1,9}W$';

/** Units in seconds. Years and months have no fixed length, so they are separate. */
const units = { W: 604_800, D: 86_400, H: 3600, M: 60, S: 1 };

/** The greatest number of years, and of days, whose digits the pattern permits. */
const most = 999_999_999;

/**
 * The one text of a duration, as the canonical mapping of XML Schema 1.1 (part 2, appendix E.2) writes it: a year is
 * twelve months, a day 24 hours, and units that are zero are left out. A week is seven days.
 *
 * @returns undefined for text that is no duration of at most 64 characters, and for more than 999,999,999 years or days,
 *   which the canonical text could not have
 */
export function canonicalDuration(text: string): string | undefined {
  if (text.length > 64 || !new RegExp(durationPattern).test(text)) return undefined;
  const [date = '', time = ''] = text.slice(1).split('T');
  const months = amountOf(date, 'Y') * 12 + amountOf(date, 'M');
  const [second = '', fraction = ''] = amountIn(time, 'S').split('.');
  const seconds =
    amountOf(date, 'W') * units.W +
    amountOf(date, 'D') * units.D +
    amountOf(time, 'H') * units.H +
    amountOf(time, 'M') * units.M +
    Number(second);
  const [years, days] = [Math.floor(months / 12), Math.floor(seconds / units.D)];
  if (years > most || days > most) return undefined;
  const [hours, minutes] = [
    Math.floor((seconds % units.D) / units.H),
    Math.floor((seconds % units.H) / units.M),
  ];
  const decimals = fraction.replace(/0+$/, '');
  const rest = `${String(seconds % units.M)}${decimals === '' ? '' : `.${decimals}`}`;
  const dates = `${part(years, 'Y')}${part(months % 12, 'M')}${part(days, 'D')}`;
  const times = `${part(hours, 'H')}${part(minutes, 'M')}${part(rest, 'S')}`;
  if (dates === '' && times === '') return 'PT0S';
  return `P${dates}${times === '' ? '' : `T${times}`}`;
}

function amountIn(part: string, unit: string): string {
  return new RegExp(`([0-9.]+)${unit}`).exec(part)?.[1] ?? '0';
}

function amountOf(part: string, unit: string): number {
  return Number(amountIn(part, unit));
}

function part(amount: number | string, unit: string): string {
  return String(amount) === '0' ? '' : `${String(amount)}${unit}`;
}
