import { isObject, pathPattern, type Json, type OpenApi } from './document.ts';
import { headerOf, type RawAnswer } from './connection.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** A resource that a request has made. */
export interface Row {
  /** Path with placeholders, and the path itself. */
  readonly template: string;
  readonly path: string;
  readonly id: string;
  readonly madeBy: FuzzRequest;
  etag?: string;
  /** Its JSON representation, once it was seen. */
  value?: Json;
}

/** What was learnt from answers, so that requests reach further than the first check. */
export interface Knowledge {
  readonly rows: readonly Row[];
  /** Targets of further pages, as answers have linked to them. */
  readonly nextPages: readonly string[];
  readonly codes: readonly string[];
  rowOf(path: string): Row | undefined;
  /** A path of a template that leads to something, as far as anything is known to be there. */
  path(random: Random, template: string): { readonly path: string; readonly row?: Row };
  identifier(random: Random, name: string): string;
  learn(request: FuzzRequest, answer: RawAnswer): void;
}

/** More make requests slower and none better. */
const maxRows = 60;

export function knowledgeOf(document: OpenApi): Knowledge {
  let rows: Row[] = [];
  const nextPages: string[] = [];
  const codes = ['not-found', 'validation-failed', 'unique-conflict'];

  const templates = document.operations
    .map(({ path }) => path)
    .filter((path) => path.endsWith('}'));

  function learnRow(request: FuzzRequest, path: string, answer: RawAnswer): void {
    const template = templates.find((each) => pathPattern(each).test(path));
    if (template === undefined || rows.some((row) => row.path === path)) return;
    const id = path.slice(path.lastIndexOf('/') + 1);
    rows.push({ template, path, id, madeBy: request });
    if (rows.length > maxRows) rows.shift();
    refresh(path, answer);
  }

  /** Rows that only the service makes are found in lists. */
  function learnListed(request: FuzzRequest, path: string, answer: RawAnswer): void {
    const value = isPlainJson(answer) ? jsonOf(answer) : undefined;
    const items: unknown = isObject(value) ? value['items'] : undefined;
    if (!Array.isArray(items) || document.find('POST', path) !== undefined) return;
    const first: unknown = items[0];
    if (isObject(first)) learnRow(request, `${path}/${String(first['id'])}`, answer);
  }

  function refresh(path: string, answer: RawAnswer): void {
    const row = rows.find((each) => each.path === path);
    const etag = headerOf(answer, 'etag');
    if (row === undefined) return;
    if (etag !== undefined) row.etag = etag;
    const isPlain = isPlainJson(answer);
    const value = isPlain ? jsonOf(answer) : undefined;
    if (isObject(value) && value['id'] === row.id) row.value = value;
  }

  return {
    get rows() {
      return rows;
    },
    nextPages,
    codes,
    rowOf: (path) => rows.find((row) => row.path === path),
    path(random, template) {
      const end = template.lastIndexOf('}');
      if (end === -1) return { path: template };
      const prefix = template.slice(0, end + 1);
      const row = random.any(rows.filter((each) => each.template === prefix));
      if (row !== undefined) return { path: row.path + template.slice(end + 1), row };
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'code' ? (random.any(codes) ?? 'not-found') : random.uuid(),
      );
      return { path };
    },
    identifier(random, name) {
      const stem = name.toLowerCase().replace(/id$/, '');
      const fitting = rows.filter(({ template }) =>
        (template.split('/').at(-2) ?? '').replaceAll('-', '').startsWith(stem),
      );
      return random.any(fitting.length > 0 ? fitting : rows)?.id ?? random.uuid();
    },
    learn(request, answer) {
      const { status } = answer;
      const [path = ''] = request.target.split('?', 1);
      if (status === 201) {
        learnRow(request, headerOf(answer, 'location') ?? path, answer);
      } else if (status === 204 && request.method === 'DELETE') {
        // What is below it is gone as well.
        rows = rows.filter((row) => row.path !== path && !row.path.startsWith(`${path}/`));
      } else if (status === 404 && request.method === 'GET') {
        rows = rows.filter((row) => row.path !== path);
      } else if (status < 300) {
        refresh(path, answer);
        if (request.method === 'GET') learnListed(request, path, answer);
        const next = isPlainJson(answer)
          ? /"next":"([^"]+)"/.exec(answer.body.toString('latin1'))?.[1]
          : undefined;
        if (next !== undefined) remember(nextPages, next);
      } else if (status >= 400) {
        const code = codeOf(answer);
        if (code !== undefined && !codes.includes(code)) remember(codes, code);
      }
    },
  };
}

/** The code of a problem in whichever representation. */
export function codeOf({ body }: RawAnswer): string | undefined {
  const text = body.toString();
  const forms = [/"code":"([\w-]+)"/, /<code>([\w-]+)<\/code><traceId>/, /\/problems\/([\w-]+)">/];
  return forms.map((form) => form.exec(text)?.[1]).find((code) => code !== undefined);
}

export function jsonOf({ body }: RawAnswer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function isPlainJson(answer: RawAnswer): boolean {
  return /^application\/json\b/.test(headerOf(answer, 'content-type') ?? '');
}

function remember(list: string[], item: string): void {
  list.push(item);
  if (list.length > 20) list.shift();
}
