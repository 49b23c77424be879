import type { Example } from './example.ts';
import type { Exchange } from './request.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the members that the service sets itself are called. */
const serverMembers = new Set(['id', 'createdAt', 'updatedAt', 'revision']);
const json = 'application/json';

/** The requests that are measured, made of the example and of what the service tells of itself. */
export interface Contract {
  /** `/v1/orders` */
  readonly collection: string;
  /** Media types of the resource; JSON is the first one. */
  readonly representations: readonly string[];
  readonly table: string;
  /** @param position of the resource among those that are read in turn */
  getOne(mediaType?: string, position?: number): Exchange;
  list(mediaType?: string): Exchange;
  create(): Exchange;
  /** The members of the page around its items, as the service answers them. */
  readonly envelope: Json;
  /** What the service sets in a new resource, besides the members of every one. */
  readonly initial: Json;
  /** JSON Schema of what is sent for a new resource, without references. */
  readonly draftSchema: Json;
}

/**
 * @param address of a running service that has resources
 * @param first number for the fields that are unique; every body that is made takes the next one
 */
export async function readContract(
  address: string,
  { resource, keyHeader }: Example,
  { key, first }: { readonly key: string; readonly first: number },
): Promise<Contract> {
  const document = await get(`${address}/openapi/v1.json`, {});
  const paths = objectOf(document['paths']);
  const collection = Object.keys(paths).find((path) => path.endsWith(resource.collectionPath));
  if (collection === undefined) throw new Error('the OpenAPI document lacks the collection');
  const one = Object.keys(paths).find((path) => path.startsWith(`${collection}/{`)) ?? '';
  const content = at(paths, one, 'get', 'responses', '200', 'content');
  const draft = at(paths, collection, 'post', 'requestBody', 'content', json)['schema'];
  const headers = { [keyHeader]: key };
  const { items, ...envelope } = await get(address + collection, headers);
  if (!Array.isArray(items) || items.length === 0) throw new Error('the collection is empty');
  const resources = items.map(objectOf);
  const newDraft = drafts(objectOf(resources[0]), resource, first);
  const read = (path: string, mediaType: string, contains: string): Exchange => ({
    method: 'GET',
    path,
    headers: { ...headers, accept: mediaType },
    expected: { status: 200, mediaType, body: (text) => text.includes(contains) },
  });

  return {
    collection,
    representations: [json, ...Object.keys(content).filter((type) => type !== json)],
    table: resource.table,
    envelope,
    initial: initialOf(resource),
    draftSchema: objectOf(inlined(draft, document)),
    getOne(mediaType = json, position = 0) {
      const id = String(resources[position % resources.length]?.['id']);
      return read(`${collection}/${id}`, mediaType, id);
    },
    // The last one of the page: nothing is missing before it.
    list: (mediaType = json) => read(collection, mediaType, String(resources.at(-1)?.['id'])),
    create() {
      const body = newDraft();
      return {
        method: 'POST',
        path: collection,
        headers: { ...headers, accept: json, 'content-type': json },
        body: JSON.stringify(body),
        expected: {
          status: 201,
          mediaType: json,
          body(text) {
            const created = objectOf(JSON.parse(text));
            return Object.keys(body).every((name) => name in created) && 'id' in created;
          },
        },
      };
    },
  };
}

/** Bodies like a resource that exists, each with other values in the fields that are unique. */
function drafts(like: Json, { fields }: Example['resource'], first: number): () => Json {
  const own = new Set(fields.filter(({ field }) => field.readOnly).map(({ name }) => name));
  const template = Object.entries(like).filter(
    ([name]) => !serverMembers.has(name) && !own.has(name),
  );
  const unique = new Set(fields.filter(({ field }) => field.unique).map(({ name }) => name));
  let count = first - 1;
  return () => {
    count += 1;
    return Object.fromEntries(
      template.map(([name, value]) => [name, unique.has(name) ? numbered(value, count) : value]),
    );
  };
}

function initialOf({ fields }: Example['resource']): Json {
  return Object.fromEntries(
    fields
      .filter(({ field }) => field.readOnly && field.default !== undefined)
      .map(({ name, field }) => [name, field.default]),
  );
}

/** AC-000017 and 1234567 make BC-234567, in the form of the example. */
function numbered(value: unknown, count: number): string {
  const text = String(value);
  const digits = /\d+/.exec(text)?.[0] ?? '';
  if (digits === '') throw new Error(`no number to count up in ${text}`);
  const turn = Math.floor(count / 10 ** digits.length);
  return text
    .replace(digits, String(count).slice(-digits.length).padStart(digits.length, '0'))
    .replace(/^[A-Z]/, (letter) => String.fromCharCode(65 + ((letter.charCodeAt(0) + turn) % 26)));
}

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<Json> {
  const response = await fetch(url, { headers: { accept: json, ...headers } });
  if (!response.ok) throw new Error(`GET ${url}: ${String(response.status)}`);
  return objectOf(await response.json());
}

/** A schema with what it refers to in its place; that of a body refers to none that contains it. */
function inlined(schema: unknown, document: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inlined(item, document));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref: reference, ...members } = schema as Json;
  if (typeof reference === 'string') {
    return inlined(at(document, ...reference.slice('#/'.length).split('/')), document);
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, inlined(value, document)]),
  );
}

function at(value: unknown, ...names: readonly string[]): Json {
  return names.reduce((found, name) => objectOf(found[name]), objectOf(value));
}

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error('an object was expected');
  return value as Json;
}
