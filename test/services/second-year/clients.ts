import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { startService } from '../../../scripts/demo/start-service.ts';
import type { EmptyDatabase } from '../../templates/storage/engines.ts';
import type { Row, Rows } from './changes.ts';

/** A version of the interface, as its specification describes it. */
export interface Interface {
  readonly label: string;
  readonly specification: string;
}

/** A database that lives as long as the service, and the rows that it has to have. */
export interface Kept {
  readonly engine: string;
  readonly database: EmptyDatabase;
  /** As clients of each version see them, by its label. */
  readonly views: Map<string, Rows>;
}

interface Described {
  readonly resources: Readonly<
    Record<
      string,
      {
        readonly fields: Readonly<
          Record<string, { readonly required?: boolean; readonly values?: string[] }>
        >;
      }
    >
  >;
}

const system = new Set(['id', 'createdAt', 'updatedAt', 'revision']);
let counter = 0;

/** Starts the service on a database, looks through each version whether all rows are there, and writes more through each. */
export async function use(
  service: string,
  kept: Kept,
  versions: readonly Interface[],
): Promise<void> {
  const running = await startService(service, undefined, {
    DATABASE_URL: kept.database.url,
    DRAFT_VERSION: 'on',
  });
  try {
    const clients = versions.map((version) => new Client(running.address, version, kept));
    for (const client of clients) await client.assertAllRows();
    for (const client of clients) await client.write(clients);
  } finally {
    await running.stop();
  }
}

/** Uses one version. */
class Client {
  readonly #address: string;
  readonly #resources: Described['resources'];
  readonly #rows: Rows;
  readonly #where: string;

  constructor(address: string, { label, specification }: Interface, { engine, views }: Kept) {
    this.#address = `${address}/v${label}`;
    this.#resources = (parse(specification) as Described).resources;
    this.#rows = views.get(label) ?? new Map<string, Map<string, Row>>();
    views.set(label, this.#rows);
    this.#where = `version ${label} on ${engine}`;
  }

  async assertAllRows(): Promise<void> {
    for (const [collection, expected] of this.#rows) {
      const { status, body } = await this.#send('GET', `${this.#path(collection)}?size=100`);
      assert.equal(status, 200, `${collection}: ${JSON.stringify(body)}`);
      const rows = (body['items'] as Row[]).map((row) => [row['id'], withoutSystem(row)] as const);
      assert.deepEqual(new Map(rows), expected, `${collection} by ${this.#where}`);
    }
  }

  /** @param all clients of all versions: they see what this one writes */
  async write(all: readonly Client[]): Promise<void> {
    const create = async (collection: string, members: Row): Promise<string> => {
      const { status, body } = await this.#send('POST', this.#path(collection), members);
      assert.equal(status, 201, `${collection} by ${this.#where}: ${JSON.stringify(body)}`);
      const id = String(body['id']);
      for (const client of all) await client.#see(collection, id);
      return id;
    };
    counter += 1;
    const number = String(counter);
    const condition = this.#resources['book']?.fields['condition'];
    const shelf = await create('shelves', { room: `room ${number}` });
    const book = this.#only('book', {
      title: `Title ${number}`,
      isbn: `isbn-${number}`,
      shelf,
      subtitle: 'A book',
      language: 'de',
      pages: counter,
      pageCount: counter,
      // Where it may be left out, every second one has none.
      ...(condition?.required === true || counter % 2 === 0
        ? { condition: condition?.values?.at(-1) }
        : {}),
    });
    const bookId = await create('books', book);
    const loan = this.#only('loan', { reader: 'Ada', borrower: 'Ada', fee: '2.50', book: bookId });
    const loanId = await create('loans', loan);
    const returned = await this.#send('POST', `/loans/${loanId}/return`);
    assert.equal(returned.status, 200, JSON.stringify(returned.body));
    for (const client of all) await client.#see('loans', loanId);
    const changed = await this.#send('PATCH', `/books/${bookId}`, { title: `Other ${number}` });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(changed.body['title'], `Other ${number}`);
    for (const client of all) await client.#see('books', bookId);
    if (this.#resources['tag'] !== undefined) await create('tags', { name: 'old' });
    if (this.#resources['review'] !== undefined)
      await create(`books/${bookId}/reviews`, { stars: 5 });
    const taken = { ...book, isbn: 'other', title: 'The taken title' };
    const refused = await this.#send('POST', '/books', taken);
    assert.equal(refused.status, 403, `the rule of the team holds for ${this.#where}`);
    const counts = await this.#send('GET', '/statistics');
    assert.equal(counts.status, 200, JSON.stringify(counts.body));
    assert.equal(counts.body['books'], this.#rows.get('books')?.size);
  }

  /** Notes what this version shows of a row. */
  async #see(collection: string, id: string): Promise<void> {
    const { status, body } = await this.#send('GET', `${this.#path(collection)}/${id}`);
    assert.equal(status, 200, `${collection} by ${this.#where}: ${JSON.stringify(body)}`);
    const rows = this.#rows.get(collection) ?? new Map<string, Row>();
    this.#rows.set(collection, rows);
    rows.set(id, withoutSystem(body));
  }

  /** Shelves become bookcases. */
  #path(collection: string): string {
    const isRenamed = collection === 'shelves' && this.#resources['shelf'] === undefined;
    return `/${isRenamed ? 'bookcases' : collection}`;
  }

  #only(resource: string, members: Row): Row {
    const fields = this.#resources[resource]?.fields ?? {};
    return Object.fromEntries(Object.entries(members).filter(([name]) => name in fields));
  }

  async #send(method: string, path: string, body?: Row) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await fetch(this.#address + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': type } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Row };
  }
}

function withoutSystem(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !system.has(name)));
}
