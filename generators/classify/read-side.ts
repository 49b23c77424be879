import { dirname, resolve } from 'node:path';
import { readFrozen } from '../../src/evolution/index.ts';
import { kitsFor } from '../../src/kits/index.ts';
import {
  readSpecification,
  type Mistake,
  type ResolvedSpecification,
  type Specification,
} from '../../src/specification/index.ts';
import { isMapping } from '../../src/specification/plain.ts';
import { readText } from '../app/read-text.ts';
import type { Failure } from '../command/failure.ts';

/** One of the two specifications, or why there is none. */
export type Side =
  | {
      readonly ok: true;
      readonly specification: ResolvedSpecification;
      /** As it is written; absent: it was frozen, and a frozen one says nothing of former names. */
      readonly written?: Specification;
    }
  | {
      readonly ok: false;
      readonly mistakes: readonly Mistake[];
      readonly failures: readonly Failure[];
    };

/** Reads a `service.yaml`, or what was frozen of one. */
export async function readSide(file: string, cwd: string): Promise<Side> {
  const read = await readText(resolve(cwd, file), file);
  if (!read.ok) return refused([read.failure]);
  const { text } = read;
  const json = jsonIn(text);
  const document = documentIn(text, json);
  if (document !== undefined) {
    const what = `It is ${document}, and classify compares service.yaml files; it will compare OpenAPI documents later.`;
    return refused([{ where: file, what, whatToDo: 'Name a service.yaml.' }]);
  }
  if (isMapping(json) && 'format' in json) {
    const frozen = readFrozen(text);
    if (frozen.ok) return { ok: true, specification: frozen.specification };
    const what = `It is no frozen specification: ${frozen.message}.`;
    return refused([{ where: file, what, whatToDo: 'Restore it from version control.' }]);
  }
  const kits = await kitsFor(text, dirname(resolve(cwd, file)), file);
  if (!kits.ok) return { ok: false, mistakes: kits.mistakes, failures: [] };
  const reading = readSpecification(text, file, kits.kits);
  if (!reading.ok) return { ok: false, mistakes: reading.mistakes, failures: [] };
  return { ok: true, specification: reading.resolved, written: reading.specification };
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

/** What the first level of the text says that it is, in JSON and in YAML. */
function documentIn(text: string, json: unknown): string | undefined {
  const keys = isMapping(json)
    ? Object.keys(json)
    : [...text.matchAll(/^["']?([a-z]+)["']?:/gm)].map(([, key]) => key);
  if (keys.includes('service')) return undefined;
  if (keys.includes('openapi') || keys.includes('swagger')) return 'an OpenAPI document';
  return keys.includes('asyncapi') ? 'an AsyncAPI document' : undefined;
}
