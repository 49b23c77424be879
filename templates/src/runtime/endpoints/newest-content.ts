import { asSent, type RequestContent } from './idempotency.ts';
import { isObject } from './json-object.ts';
import { canonical } from './keywords.ts';

/**
 * What a request says in the newest version, whichever it was sent in; where that depends on what it changes, or where it
 * says nothing that is valid, the request as it was sent in its version.
 */
export const newestContent: RequestContent = (context, body, parse) => {
  const { search, headers, version } = context;
  const members = validMembers(parse);
  if (members === undefined) return [version?.label ?? '', ...asSent(context, body)];
  const { 'if-match': match = '', 'if-none-match': none = '' } = headers;
  const conditions = JSON.stringify([search, revisionsIn(match), revisionsIn(none)]);
  return [conditions, '\n', canonical(members)];
};

function validMembers(parse: () => unknown): object | undefined {
  let body: unknown;
  try {
    body = parse();
  } catch {
    // It is refused for that later, unless it is no repetition at all.
    return undefined;
  }
  if (!isObject(body)) return undefined;
  return Object.values(body).some((value) => typeof value === 'function') ? undefined : body;
}

/** Entity tags by their revisions: all else of them is that of a version. */
function revisionsIn(tags: string): string {
  return tags.replaceAll(/"(\d+)\.v[^"]*"/g, '"$1"');
}
