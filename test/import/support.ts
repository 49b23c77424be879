import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { importDocument, type Finding, type ImportedResource } from '../../src/import/index.ts';
import { readSpecification } from '../../src/specification/index.ts';

type Json = Readonly<Record<string, unknown>>;

/** What an import made, as plain data. */
export interface Result {
  readonly specification: {
    readonly service: Json;
    readonly resources: Readonly<Record<string, { fields: Readonly<Record<string, Json>> } & Json>>;
    readonly endpoints: Readonly<Record<string, Json>>;
    readonly authentication: Json;
    readonly errors?: Json;
    readonly versioning: Json;
  };
  readonly text: string;
  readonly resources: readonly ImportedResource[];
  readonly findings: readonly Finding[];
  /** `kind message` of all findings, a line each. */
  readonly told: string;
}

/** Imports a document that gives a specification, and sees that this is valid. */
export function imported(document: unknown): Result {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 1);
  const result = importDocument(text);
  assert.ok(result.ok, result.ok ? '' : result.message);
  const reading = readSpecification(result.text, 'service.yaml');
  assert.deepEqual(reading.ok ? [] : reading.mistakes, []);
  return {
    ...result,
    specification: parse(result.text) as Result['specification'],
    told: toldBy(result.findings),
  };
}

export function toldBy(findings: readonly Finding[]): string {
  return findings.map(({ kind, message }) => `${kind} ${message}`).join('\n');
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

export const body = (schema: unknown) => ({ requestBody: { content: json(schema) } });

export const answer = (schema: unknown, status = '200') => ({
  responses: { [status]: { description: 'done', content: json(schema) } },
});

export const empty = (status = '204') => ({ responses: { [status]: { description: 'done' } } });

/** A document with these paths. */
export function document(paths: Json, more: Json = {}): Json {
  return { openapi: '3.1.0', info: { title: 'Shop desk', version: '1.0.0' }, paths, ...more };
}

/** A document with one collection, of which all requests and answers have this schema. */
export function withRow(row: unknown, more: Json = {}): Json {
  const ref = { $ref: '#/components/schemas/Parcel' };
  return document(
    {
      '/parcels': {
        get: answer({ type: 'array', items: ref }),
        post: { ...body(ref), ...answer(ref, '201') },
      },
      '/parcels/{parcelId}': {
        get: answer(ref),
        put: { ...body(ref), ...answer(ref) },
      },
    },
    { components: { schemas: { Parcel: row } }, ...more },
  );
}

/** The field that a schema becomes, and what is said of it. */
export function fieldOf(schema: unknown, more: Json = {}): { field: Json; told: string } {
  const { specification, findings } = imported(
    withRow({ type: 'object', properties: { thing: schema } }, more),
  );
  const field = specification.resources['parcel']?.fields['thing'] ?? {};
  const about = findings.filter(({ at }) => at.includes('/thing') || at.includes('/Deep'));
  return { field, told: toldBy(about) };
}
