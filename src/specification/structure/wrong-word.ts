import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Judgement } from '../fault.ts';
import { nearest } from '../nearest.ts';
import { defined } from '../plain.ts';
import { shown } from '../shown.ts';

/** What people write for a type or a method that has another name here. */
const synonyms: Readonly<Record<string, string>> = {
  bigint: 'long',
  blob: 'binary',
  bool: 'boolean',
  bytes: 'binary',
  datetime: 'date-time',
  double: 'number',
  float: 'number',
  get: 'read',
  int: 'integer',
  int32: 'integer',
  int64: 'long',
  list: 'array',
  map: 'object',
  money: 'decimal',
  numeric: 'decimal',
  patch: 'update',
  post: 'create',
  put: 'replace',
  remove: 'delete',
  timestamp: 'date-time',
  url: 'uri',
  varchar: 'string',
};

/** A value that is none of the few allowed ones. */
export function wrongWord(error: ErrorObject): Judgement {
  const allowed = [error.schema].flat().map(String);
  const found = shown(error.data);
  const message = `${found} is not one of the values allowed here`;
  const synonym = typeof error.data === 'string' ? synonyms[error.data.toLowerCase()] : undefined;
  const suggestion =
    synonym !== undefined && allowed.includes(synonym)
      ? synonym
      : nearest(String(error.data), allowed);
  return { code: 'not-allowed', message, found, allowed, ...defined({ suggestion }) };
}
