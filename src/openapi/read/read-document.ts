import type { Path } from '../../specification/issue.ts';
import { isMapping, own } from '../../specification/plain.ts';
import { placeOf } from '../../specification/positions.ts';
import { linesOf } from '../../specification/read.ts';
import { shown } from '../../specification/shown.ts';
import { parseYaml } from '../../specification/yaml/parse.ts';
import { withoutMark } from '../../specification/yaml/text.ts';
import type { Place } from '../../specification/yaml/tree.ts';
import { placesIn, readJson } from './json-tree.ts';
import { documentLimits } from './limits.ts';
import { Unreadable } from './unreadable.ts';
import { plainTree } from './yaml-tree.ts';

/** An OpenAPI document as plain data, and the line on which each part of it stands. */
export interface OpenApiDocument {
  readonly root: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: Path) => number;
}

export type DocumentReading =
  | { readonly ok: true; readonly document: OpenApiDocument }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Reads the text of an OpenAPI document, 3.0 or 3.1, in JSON or YAML. Never throws. */
export function readDocument(text: string): DocumentReading {
  const source = withoutMark(text);
  const lines = linesOf(source);
  const lineAt = (offset: number) => Math.max(lines.linePos(offset).line, 1);
  try {
    const { value, place } = treeIn(source);
    const refused = refusal(value);
    if (refused !== undefined) return { ok: false, line: 1, message: refused };
    if (!isMapping(value)) return { ok: false, line: 1, message: 'it is no OpenAPI document' };
    const lineOf = (path: Path) => {
      const { key, start } = placeOf(path, place());
      return lineAt(key ?? start);
    };
    return { ok: true, document: { root: value, lineOf } };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, line: lineAt(error.offset), message: error.message };
  }
}

/** The places are found when the first of them is asked for. */
function treeIn(text: string): { value: unknown; place: () => Place } {
  const bytes = Buffer.byteLength(text);
  if (bytes > documentLimits.size) {
    const most = documentLimits.size / 1024 ** 2;
    throw new Unreadable(`it has ${bytes} bytes, and at most ${most} MiB are read`);
  }
  const isInBraces = /^\s*\{/.test(text);
  const value = isInBraces ? readJson(text) : undefined;
  if (value !== undefined) {
    let place: Place | undefined;
    return { value, place: () => (place ??= placesIn(text)) };
  }
  const { document, issues } = parseYaml(text);
  const [issue] = issues;
  if (issue !== undefined) {
    throw new Unreadable(isInBraces ? 'it is neither JSON nor YAML' : issue.message, issue.offset);
  }
  if (document === undefined) throw new Unreadable('it is empty');
  const tree = plainTree(document);
  return { value: tree.value, place: () => tree.place };
}

/** What the first level says that it is; undefined for what can be imported. */
function refusal(value: unknown): string | undefined {
  if (!isMapping(value)) return 'it is no OpenAPI document: its first level is no mapping';
  if (own(value, 'swagger') !== undefined) {
    return `it is a document of Swagger ${shown(own(value, 'swagger'))}; convert it to OpenAPI 3.0 or 3.1 first`;
  }
  if (own(value, 'asyncapi') !== undefined) {
    return 'it is an AsyncAPI document, which describes messages; OpenAPI documents are read';
  }
  if (own(value, 'service') !== undefined) {
    return 'it is a specification of a service already; generate it with: resource-service --spec FILE';
  }
  const version = own(value, 'openapi');
  if (version === undefined) return 'it is no OpenAPI document: the key openapi is missing';
  if (/^3\.[01](\.|$)/.test(String(version))) return undefined;
  return `it is a document of OpenAPI ${shown(version)}; 3.0 and 3.1 are read`;
}
