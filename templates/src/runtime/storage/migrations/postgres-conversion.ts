import { doubleBounds, safeInteger, textPatterns, typeName } from './conversions.ts';
import type { ColumnType } from './migration.ts';
import { postgresType } from './data-types.ts';

/**
 * SQL of a value as a value of another type; null where it does not convert. `sqlite-conversion.ts` says the same in
 * JavaScript.
 *
 * @param value SQL without side effects, which comes several times
 */
export function postgresConversion(value: string, from: ColumnType, to: ColumnType): string {
  const [was, is] = [typeName(from), typeName(to)];
  if (was === 'text') return fromText(value, to);
  if (is === 'text') return toText(value, from);
  if (typeof to === 'object') {
    const [precision, scale] = to.decimal;
    const exact = was === 'number' ? `cast(cast(${value} as text) as numeric)` : value;
    return fitting(`round(cast(${exact} as numeric), ${String(scale)})`, precision - scale, to);
  }
  switch (is) {
    case 'integer':
    case 'long': {
      const most = is === 'integer' ? safeInteger : '9223372036854775807';
      const exact = was === 'number' ? `cast(cast(${value} as text) as numeric)` : value;
      return `case when ${exact} = trunc(${exact}) and abs(cast(${exact} as numeric)) <= ${most} then cast(${exact} as bigint) end`;
    }
    case 'number': {
      const double = `cast(${value} as double precision)`;
      return was === 'long'
        ? `case when abs(cast(${value} as numeric)) <= ${safeInteger} then ${double} end`
        : double;
    }
    case 'date':
      return was === 'date' ? value : `cast(${value} at time zone 'UTC' as date)`;
    case 'dateTime':
      return was === 'date' ? `(cast(${value} as timestamp) at time zone 'UTC')` : value;
    default:
      return value;
  }
}

function fitting(number: string, wholeDigits: number, to: ColumnType): string {
  const limit = `1${'0'.repeat(wholeDigits)}`;
  return `case when abs(${number}) < ${limit} then cast(${number} as ${postgresType(to)}) end`;
}

function toText(value: string, from: ColumnType): string {
  switch (typeName(from)) {
    case 'boolean':
      return `case when ${value} then 'true' when not ${value} then 'false' end`;
    case 'number':
      // As JSON writes it: with an exponent below 1e-6 and from 1e21 on, without leading zeros in it.
      return `case when ${value} = 0 then '0' when abs(${value}) >= 1e-6 and abs(${value}) < 1e21 then cast(cast(cast(${value} as text) as numeric) as text) else regexp_replace(cast(${value} as text), 'e([+-])0', 'e\\1') end`;
    case 'date':
      return `case when ${value} < '0001-01-01' then '0000' || to_char(${value}, '-MM-DD') else to_char(${value}, 'YYYY-MM-DD') end`;
    case 'dateTime': {
      const utc = `(${value} at time zone 'UTC')`;
      const rest = `to_char(${utc}, '-MM-DD"T"HH24:MI:SS.MS"Z"')`;
      return `case when ${utc} < '0001-01-01' then '0000' else to_char(${utc}, 'YYYY') end || ${rest}`;
    }
    case 'binary':
      return `replace(encode(${value}, 'base64'), chr(10), '')`;
    default:
      return `cast(${value} as text)`;
  }
}

function fromText(value: string, to: ColumnType): string {
  const name = typeName(to);
  if (name === 'text') return value;
  if (name === 'json') return 'null';
  const matches = `${value} ~ '${textPatterns[name]}'`;
  // One inside the other: only `case` promises that a cast is not tried before its condition.
  const when = (converted: string) => `case when ${matches} then ${converted} end`;
  const guarded = (condition: string, converted: string) =>
    when(`case when ${condition} then ${converted} end`);
  const numeric = `cast(${value} as numeric)`;
  if (typeof to === 'object') {
    const [precision, scale] = to.decimal;
    const isExact = `${numeric} = trunc(${numeric}, ${String(scale)})`;
    return guarded(isExact, fitting(numeric, precision - scale, to));
  }
  switch (name) {
    case 'integer':
    case 'long': {
      const most = name === 'integer' ? safeInteger : '9223372036854775807';
      return guarded(`abs(${numeric}) <= ${most}`, `cast(${numeric} as bigint)`);
    }
    case 'number': {
      const { least, most } = doubleBounds;
      const fits = `${numeric} = 0 or abs(${numeric}) between ${least} and ${most}`;
      return guarded(fits, `cast(${value} as double precision)`);
    }
    case 'date':
      return guarded(isDay(value), `cast(${inEra(value)} as date)`);
    case 'dateTime': {
      const instant = `cast(${inEra(value)} as timestamptz(3))`;
      const isInCalendar = `${instant} >= '0001-01-01 00:00:00+00 BC' and ${instant} < '10000-01-01 00:00:00+00'`;
      return guarded(isDay(value), `case when ${isInCalendar} then ${instant} end`);
    }
    case 'binary':
      return when(`decode(${value}, 'base64')`);
    case 'duration':
      return when(value);
    default:
      return when(`cast(${value} as ${postgresType(to)})`);
  }
}

function isDay(value: string): string {
  const part = (from: number, length: number) =>
    `cast(substr(${value}, ${String(from)}, ${String(length)}) as integer)`;
  const [year, month, day] = [part(1, 4), part(6, 2), part(9, 2)];
  const february = `case when ${year} % 4 = 0 and (${year} % 100 <> 0 or ${year} % 400 = 0) then 29 else 28 end`;
  return `${day} <= case when ${month} in (4, 6, 9, 11) then 30 when ${month} = 2 then ${february} else 31 end`;
}

/** PostgreSQL calls the year 0 of ISO 8601 1 BC. */
function inEra(value: string): string {
  return `case when ${value} like '0000%' then '0001' || substr(${value}, 5) || ' BC' else ${value} end`;
}
