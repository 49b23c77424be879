// The same service as an engineer would write it by hand with Fastify, to place the figures: an API key, the rows of its tenant, a schema
// for what comes, entity tags and problem details. It has no limits, no versions, no other representations and no log.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { openRows, type Entity, type RowSettings } from './rows.ts';

export interface ByHandSettings extends RowSettings {
  /** Name of the header that carries the key, in lower case, and the SHA-256 of the key in hexadecimal. */
  readonly key: { readonly header: string; readonly digest: string };
  /** JSON Schema of a new resource. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ByHandSettings;
const { collection, key } = settings;
const rows = await openRows(settings);
// A set, as there would be more of them.
const digests = new Set([key.digest]);

// Its pattern says what a decimal is.
const formats = { decimal: true } as const;
const app = fastify({
  ajv: { customOptions: { strict: false, removeAdditional: false, formats } },
});

app.setErrorHandler((error, _, reply) => {
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  const detail = status < 500 && error instanceof Error ? error.message : 'Something went wrong.';
  return reply
    .code(status)
    .type('application/problem+json')
    .send({ type: 'about:blank', status, detail });
});

app.addHook('onRequest', (request, reply, done) => {
  const sent = request.headers[key.header];
  const digest = createHash('sha256').update(String(sent)).digest('hex');
  if (digests.has(digest)) {
    done();
    return;
  }
  reply.code(401).type('application/problem+json');
  reply.send({ type: 'about:blank', status: 401, detail: 'This needs an API key.' });
});

app.get<{ Params: { id: string } }>(`${collection}/:id`, (request, reply) => {
  const found = rows.getOne(request.params.id);
  if (found === undefined) {
    return reply
      .code(404)
      .type('application/problem+json')
      .send({ type: 'about:blank', status: 404, detail: 'There is no such resource.' });
  }
  const tag = tagOf(found);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.header('etag', tag).header('cache-control', 'no-store').send(found);
});

app.get(collection, (_, reply) => reply.header('cache-control', 'no-store').send(rows.page()));

app.post(collection, { schema: { body: settings.schema } }, (request, reply) => {
  const created = rows.create(request.body as object);
  return reply
    .code(201)
    .header('location', `${collection}/${created.id}`)
    .header('etag', tagOf(created))
    .send(created);
});

function tagOf({ revision }: Entity): string {
  return `"${String(revision)}"`;
}

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Listening on ${address}\n`);
process.once('SIGTERM', () => process.exit());
