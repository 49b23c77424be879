import { dirname, resolve } from 'node:path';
import { readFrozen } from '../../src/evolution/index.ts';
import { readDocument, type OpenApiDocument } from '../../src/openapi/read/read-document.ts';
import { kitsFor } from '../../src/kits/index.ts';
import {
  readSpecification,
  type Mistake,
  type ResolvedSpecification,
  type Specification,
} from '../../src/specification/index.ts';
import { capitalized } from '../../src/specification/names/casing.ts';
import { isMapping } from '../../src/specification/plain.ts';
import { readText } from '../app/read-text.ts';
import type { Failure } from '../command/failure.ts';

/** One of the two, or why there is none. */
export type Side =
  | { readonly ok: true; readonly kind: 'document'; readonly document: OpenApiDocument }
  | {
      readonly ok: true;
      readonly kind: 'specification';
      readonly specification: ResolvedSpecification;
      /** As it is written; absent: it was frozen, and a frozen one says nothing of former names. */
      readonly written?: Specification;
    }
  | {
      readonly ok: false;
      readonly mistakes: readonly Mistake[];
      readonly failures: readonly Failure[];
    };

/** Reads a `service.yaml`, what was frozen of one, or an OpenAPI document. */
export async function readSide(file: string, cwd: string): Promise<Side> {
  const read = await readText(resolve(cwd, file), file);
  if (!read.ok) return refused([read.failure]);
  const { text } = read;
  const json = jsonIn(text);
  if (isDocument(text, json)) return readOpenApi(text, file);
  if (isMapping(json) && 'format' in json) {
    const frozen = readFrozen(text);
    if (frozen.ok) return { ok: true, kind: 'specification', specification: frozen.specification };
    const what = `It is no frozen specification: ${frozen.message}.`;
    return refused([{ where: file, what, whatToDo: 'Restore it from version control.' }]);
  }
  const kits = await kitsFor(text, dirname(resolve(cwd, file)), file);
  if (!kits.ok) return { ok: false, mistakes: kits.mistakes, failures: [] };
  const reading = readSpecification(text, file, kits.kits);
  if (!reading.ok) return { ok: false, mistakes: reading.mistakes, failures: [] };
  const { resolved: specification, specification: written } = reading;
  return { ok: true, kind: 'specification', specification, written };
}

function refused(failures: readonly Failure[]): Side {
  return { ok: false, mistakes: [], failures };
}

/** Undefined where the text is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the first level of the text says that it is no specification, in JSON and in YAML. */
function isDocument(text: string, json: unknown): boolean {
  const keys = isMapping(json)
    ? Object.keys(json)
    : [...text.matchAll(/^["']?([a-z]+)["']?:/gm)].map(([, key]) => key);
  if (keys.includes('service')) return false;
  return ['openapi', 'swagger', 'asyncapi'].some((key) => keys.includes(key));
}

function readOpenApi(text: string, file: string): Side {
  const reading = readDocument(text);
  if (reading.ok) return { ok: true, kind: 'document', document: reading.document };
  const { line, message } = reading;
  const whatToDo = 'Name an OpenAPI document of version 3.0 or 3.1, or a service.yaml.';
  return refused([{ where: `${file}:${line}`, what: `${capitalized(message)}.`, whatToDo }]);
}
