import { isDate, isTime } from './values/calendar.ts';

const sizes: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2 };
const durations: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function amount(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const match = /^([0-9]{1,12}) ?([A-Za-z]*)$/.exec(text);
  const unit = match?.[2];
  if (match === null || unit === undefined || !Object.hasOwn(units, unit)) return undefined;
  return Number(match[1]) * (units[unit] ?? 1);
}

/** Bytes of `1 MiB`, `512 KiB`, `100 B` or a number of bytes; undefined for anything else. */
export function bytesOf(size: string | number): number | undefined {
  return amount(String(size), sizes);
}

/** Milliseconds of `500ms`, `30s`, `1m`, `1h` or `1d`; undefined for anything else. */
export function millisecondsOf(duration: string): number | undefined {
  return amount(duration, durations);
}

const isoDuration =
  /^P(?:([0-9]{1,9})W)?(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})S)?)?$/;
const isoUnits = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

/** Milliseconds of `P30D`, `PT15M` or `P1DT12H`; undefined for anything else, and for units whose length varies. */
export function millisecondsOfIso(duration: string): number | undefined {
  const amounts = isoDuration.exec(duration)?.slice(1);
  if (amounts === undefined || /[PT]$/.test(duration)) return undefined;
  return isoUnits.reduce((sum, unit, position) => sum + unit * Number(amounts[position] ?? 0), 0);
}

/** Milliseconds since 1970 of `2027-04-06T14:00Z`, with or without seconds; undefined where there is no such instant. */
export function instantOf(text: string): number | undefined {
  const match = /^(.{10})T([0-9]{2}:[0-9]{2})(:[0-9]{2})?Z$/.exec(text);
  const [, day = '', minute = '', second = ':00'] = match ?? [];
  if (match === null || !isDate(day) || !isTime(minute + second)) return undefined;
  return Date.parse(`${day}T${minute}${second}Z`);
}

/** Milliseconds since 1970 at which a day begins, YYYY-MM-DD at 00:00 UTC. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
