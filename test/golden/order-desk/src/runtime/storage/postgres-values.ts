import {
  canonicalDateTime,
  exactDuration,
  formatDecimal,
  parseDecimal,
  parseLong,
} from './exact-values.ts';
import { conversion, type Conversion, type Stored, type ValueCodec } from './values.ts';

const same = <Value>(value: Value) => value;
const unchanged = conversion<string, string>(same, same);
const json = conversion<unknown, string>(JSON.parse, JSON.stringify);

/** PostgreSQL has no year 0: it calls it 1 BC. `postgres-types.ts` turns it back. */
const yearZero = (text: string) => (text.startsWith('0000') ? `0001${text.slice(4)} BC` : text);

export const postgresValues: ValueCodec = {
  boolean: conversion<boolean, Stored<boolean>, boolean>(same, same),
  integer: conversion<number, number>(same, same),
  long: conversion<string, Stored<string>, string | number>(String, (text) =>
    parseLong(text).toString(),
  ),
  number: conversion<number, number>(same, same),
  decimal: (scale) =>
    conversion<string, Stored<string>, string>(same, (text) =>
      formatDecimal(parseDecimal(text, scale).toString(), scale),
    ),
  date: conversion<string, string>(same, yearZero),
  time: unchanged,
  dateTime: conversion<string, string>(same, (text) => yearZero(canonicalDateTime(text))),
  duration: conversion<string, string>(same, exactDuration),
  text: unchanged,
  json: <Wire>() => json as Conversion<Wire, string>,
  binary: conversion<string, Uint8Array>(
    (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    (text) => Buffer.from(text, 'base64'),
  ),
  uuid: conversion<string, string>(same, (text) => text.toLowerCase()),
};
