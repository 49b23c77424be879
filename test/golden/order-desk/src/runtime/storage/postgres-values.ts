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

// A migration of the next release may change the type of a column while this one goes on reading it: what is read is made of the
// type that this release knows, if it can be.

function readBoolean(value: boolean | string): boolean {
  return typeof value === 'string' ? value === 'true' : value;
}

function readNumber(value: number | string): number {
  return typeof value === 'string' ? Number(value) : value;
}

function readLong(value: number | string): string {
  return String(value).replace(/\.0+$/, '');
}

function readDecimal(value: number | string, scale: number): string {
  const text = String(value);
  const point = text.indexOf('.');
  if (point > 0 && point === text.length - scale - 1) return text;
  // Digits beyond the scale are shown rather than refused.
  if (!/^-?\d+(\.\d*)?$/.test(text) || /[1-9]/.test(fractionOf(text).slice(scale))) return text;
  return formatDecimal(parseDecimal(text, scale).toString(), scale);
}

function fractionOf(text: string): string {
  return text.includes('.') ? text.slice(text.indexOf('.') + 1) : '';
}

function readDay(value: string): string {
  return value.length > 10 ? value.slice(0, 10) : value;
}

function readDateTime(value: string): string {
  return value.length === 10 ? `${value}T00:00:00.000Z` : value;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}

export const postgresValues: ValueCodec = {
  boolean: conversion<boolean, Stored<boolean>, boolean>(readBoolean, same),
  integer: conversion<number, number>(readNumber, same),
  long: conversion<string, Stored<string>, string | number>(readLong, (text) =>
    parseLong(text).toString(),
  ),
  number: conversion<number, number>(readNumber, same),
  decimal: (scale) =>
    conversion<string, Stored<string>, string>(
      (value) => readDecimal(value, scale),
      (text) => formatDecimal(parseDecimal(text, scale).toString(), scale),
    ),
  date: conversion<string, string>(readDay, yearZero),
  time: unchanged,
  dateTime: conversion<string, string>(readDateTime, (text) => yearZero(canonicalDateTime(text))),
  duration: conversion<string, string>(same, exactDuration),
  text: conversion<string, string>(readText, same),
  json: <Wire>() => json as Conversion<Wire, string>,
  binary: conversion<string, Uint8Array>(
    (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    (text) => Buffer.from(text, 'base64'),
  ),
  uuid: conversion<string, string>(same, (text) => text.toLowerCase()),
};
