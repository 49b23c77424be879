import { placesOf, type TestAnswer } from './client.ts';

type Json = Readonly<Record<string, unknown>>;

const listParameters = new Set(['page', 'size', 'sort', 'cursor', 'features', 'version']);

/**
 * Whether an answer names a member of a resource: by showing it, by pointing at it, or by a link that asks for it.
 * Representations have words of their own, which members may be called as well: only the places of names count.
 */
export function namesMember(answer: TestAnswer, member: string): boolean {
  // No list is filtered by what is called like a parameter of lists.
  const isAsked =
    !listParameters.has(member) && new RegExp(`[?&{,]${member}[=[,}]`).test(answer.text);
  return isAsked || namesIn(answer).includes(member);
}

function namesIn(answer: TestAnswer): string[] {
  const { headers, body, text } = answer;
  const [type] = (headers.get('content-type') ?? '').split(';');
  switch (type) {
    case 'application/problem+json':
      return segmentsOf(placesOf(answer));
    case 'application/problem+xml':
      return segmentsOf(matches(text, /<at>(.*?)<\/at>/g));
    case 'application/xml':
      return namesInXml(text);
    case 'text/html':
      return [
        ...matches(text, /data-member="(.*?)"/g),
        ...segmentsOf(matches(text, /<(?:dt|th scope="col"|li)>(?:<code>)?(.*?)</g)),
      ];
    case 'application/vnd.api+json':
      return [body['data']]
        .flat()
        .flatMap((each) => [...keysOf(each, 'attributes'), ...keysOf(each, 'relationships')]);
    case 'application/hal+json': {
      const embedded = Object.values(objectOf(body['_embedded'])).flat();
      return rowsOf(body, embedded).flatMap((row) => [...Object.keys(row), ...linkedIn(row)]);
    }
    default:
      return rowsOf(body, body['items']).flatMap((row) => Object.keys(row));
  }
}

function rowsOf(body: Json, items: unknown): Json[] {
  return ('id' in body ? [body] : [items].flat()).map(objectOf);
}

function keysOf(object: unknown, name: string): string[] {
  return Object.keys(objectOf(objectOf(object)[name]));
}

/**
 * Members that are links. The relations of every resource have no prefix; children and actions have one too, and lead to
 * where their name says.
 */
function linkedIn(row: Json): string[] {
  return Object.entries(objectOf(row['_links'])).flatMap(([relation, link]) => {
    const [, name] = /^rel:(.*)$/.exec(relation) ?? [];
    const [path = ''] = String(objectOf(link)['href']).split('?');
    return name === undefined || path.endsWith(`/${name}`) ? [] : [name];
  });
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function segmentsOf(places: readonly string[]): string[] {
  return places.flatMap((place) => place.split('/'));
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Names of the elements below a resource, which is the root or in its `items`. */
function namesInXml(text: string): string[] {
  const open: string[] = [];
  const names: Record<number, string[]> = {};
  for (const [, end, name = '', empty] of text.matchAll(/<(\/?)(\w[\w.-]*)[^>]*?(\/?)>/g)) {
    if (end === '/') open.pop();
    else {
      (names[open.length] ??= []).push(name);
      if (empty !== '/') open.push(name);
    }
  }
  const { 1: own = [], 3: listed = [] } = names;
  return own.includes('id') ? own : listed;
}
