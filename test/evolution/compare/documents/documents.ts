import assert from 'node:assert/strict';
import {
  compareDocuments,
  type DocumentsCompared,
} from '../../../../src/evolution/compare/documents/index.ts';
import type { Change } from '../../../../src/evolution/compare/index.ts';
import { readDocument, type OpenApiDocument } from '../../../../src/openapi/read/read-document.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A day after the sunsets of the cases. */
export const today = '2026-05-01';

/** A whole document of one part. */
export function documentWith(part: Json): Json {
  return { openapi: '3.1.0', info: { title: 'Desk', version: '1' }, paths: {}, ...part };
}

/** One operation of a path, with further parts of the document. */
export function operation(method: string, value: Json, others: Json = {}, path = '/orders'): Json {
  return documentWith({ paths: { [path]: { [method]: value } }, ...others });
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** What clients send. */
export function sending(schema: unknown, others: Json = {}): Json {
  return operation('post', { requestBody: json(schema) }, others);
}

/** What clients are shown. */
export function showing(schema: unknown, others: Json = {}): Json {
  return operation('get', { responses: { 200: json(schema) } }, others);
}

export const sent = 'paths./orders.post.requestBody.content.application/json.schema';
export const shown = 'paths./orders.get.responses.200.content.application/json.schema';

export function read(document: Json): OpenApiDocument {
  const reading = readDocument(JSON.stringify(document));
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.document;
}

export function compared(was: Json, is: Json): DocumentsCompared {
  return compareDocuments(read(was), read(is), today);
}

/** The changes. Fails where the documents are not compared. */
export function changesBetween(was: Json, is: Json): readonly Change[] {
  const result = compared(was, is);
  assert.ok(result.ok, JSON.stringify(result));
  return result.changes;
}

/** Identifiers and paths. */
export function placesBetween(was: Json, is: Json): string[] {
  return changesBetween(was, is).map(({ id, path }) => `${id} ${path}`);
}
