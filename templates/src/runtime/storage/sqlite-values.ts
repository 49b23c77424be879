import { InvalidValue } from './errors.ts';
import {
  canonicalDateTime,
  exactDuration,
  formatDecimal,
  parseDecimal,
  parseLong,
} from './exact-values.ts';
import { conversion, type Conversion, type Stored, type ValueCodec } from './values.ts';

// SQLite's numbers of 64 bits come back as text and go in as bigint: asking the driver for bigint
// would turn every number of the row into one.
const asText = { asText: true };

const same = <Value>(value: Value) => value;
const unchanged = conversion<string, string>(same, same);
const json = conversion<unknown, string>(JSON.parse, JSON.stringify);

export const sqliteValues: ValueCodec = {
  boolean: conversion<boolean, Stored<boolean>, number>((value) => value === 1, Number),
  integer: conversion<number, number>(same, same),
  long: conversion<string, Stored<string>, string | bigint>(String, parseLong, asText),
  number: conversion<number, number>(same, same),
  // Whole units of the last digit, so that the engine orders and compares them as numbers.
  decimal: (scale) =>
    conversion<string, Stored<string>, string | bigint>(
      (units) => formatDecimal(String(units), scale),
      (text) => parseDecimal(text, scale),
      asText,
    ),
  date: unchanged,
  time: unchanged,
  dateTime: conversion<string, string>(same, canonicalDateTime),
  duration: conversion<string, string>(same, exactDuration),
  text: conversion<string, string>(same, (text) => {
    // PostgreSQL refuses it, so SQLite must not be the engine that lets it in.
    if (text.includes('\0')) throw new InvalidValue('A text with a NUL character');
    return text;
  }),
  json: <Wire>() => json as Conversion<Wire, string>,
  binary: conversion<string, Uint8Array>(
    (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    (text) => Buffer.from(text, 'base64'),
  ),
  uuid: conversion<string, string>(same, (text) => text.toLowerCase()),
};
