import { TypeOverrides, types } from 'pg';

/** 2026-03-01 12:30:00.5+00 is 2026-03-01T12:30:00.500Z; the session's time zone is UTC. */
function readInstant(text: string): string {
  const [, date, time, fraction = '', era] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00( BC)?$/.exec(text) ?? [];
  if (date === undefined) return text;
  return `${readDate(date + (era ?? ''))}T${time}.${fraction.padEnd(3, '0')}Z`;
}

/** 1 BC is the year 0 of ISO 8601. */
function readDate(text: string): string {
  return text.startsWith('0001') && text.endsWith(' BC') ? `0000${text.slice(4, 10)}` : text;
}

/** A number where it is exact, so that `count(*)` is one; the text otherwise. */
function readInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** How columns arrive, for our own pool only: the parsers of the `pg` module stay as they are. */
export function postgresTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, readInteger);
  overrides.setTypeParser(types.builtins.DATE, readDate);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, readInstant);
  overrides.setTypeParser(types.builtins.JSON, (text) => text);
  return overrides;
}
