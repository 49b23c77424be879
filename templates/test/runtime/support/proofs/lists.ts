import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { valuesOf } from '../arbitraries.ts';
import type { FrozenResource, Members, Schema } from './frozen.ts';
import { membersOf, newestRows, type NewestRow, type Proving } from './proving.ts';

/** Rows among which a list is filtered and sorted. */
const rows = 30;
/** Values that each filter is tried with. */
const tried = 6;

/** What collections offer their readers: computed once more on what the version shows. */
export function proveLists(resource: FrozenResource, proving: () => Proving): void {
  const { name, methods, filter, sort, near, lost, size, maxSize } = resource;
  if (!methods.includes('list')) return;

  let kept:
    | {
        readonly path: string;
        readonly rows: readonly NewestRow[];
        readonly items: readonly Members[];
      }
    | undefined;

  /** Some rows that the newest version could hold, as this one shows them. */
  async function shown(): Promise<NonNullable<typeof kept>> {
    if (kept !== undefined) return kept;
    const { make, keep, service } = proving();
    const collection = await make.collection(resource.newest);
    const made = fc.sample(newestRows(resource, proving()), { numRuns: rows, seed: 7 });
    for (const row of made) {
      await keep(resource, row, collection);
      service.now = new Date(service.now.getTime() + 1000);
    }
    const path = resource.collection(collection);
    kept = { path, rows: made, items: await all(path, '') };
    return kept;
  }

  /** Every page. */
  async function all(path: string, query: string): Promise<Members[]> {
    const items: Members[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await proving().ask('GET', `${path}?size=100&page=${String(page)}${query}`);
      assert.equal(answer.status, 200, answer.text);
      const { items: found = [], links = {} } = answer.body as {
        items?: readonly Members[];
        links?: { next?: unknown };
      };
      items.push(...found);
      if (links.next === undefined || found.length === 0) return items;
    }
  }

  test(`${name}: a page has as many items as it had, and at most as many`, async () => {
    const { ask, make } = proving();
    const path = resource.collection(await make.collection(resource.newest));
    for (const [query, expected] of [
      ['', size],
      [`?size=${String(maxSize + 1)}`, maxSize],
    ] as const) {
      const { body } = await ask('GET', path + query);
      assert.equal((body['page'] as { size?: unknown } | undefined)?.size, expected, query);
    }
  });

  for (const [filters, sorts, status] of [
    [near.filter, Object.keys(near.sort), 200],
    [lost.filter, lost.sort, 400],
  ] as const) {
    for (const member of filters) {
      test(`${name}: filters by ${member} are ${status === 200 ? 'taken' : 'refused'}`, async () => {
        const { items, path } = await shown();
        const [other] = fc.sample(
          valuesOf(withoutNull(membersOf(resource.shown)[member] ?? {})),
          1,
        );
        const value = items.map((item) => item[member]).find(isThere) ?? other;
        const query = `${member}=${encodeURIComponent(String(value))}`;
        assert.equal((await proving().ask('GET', `${path}?${query}`)).status, status);
      });
    }
    for (const member of sorts) {
      test(`${name}: sorting by ${member} is ${status === 200 ? 'taken' : 'refused'}`, async () => {
        const { path } = await shown();
        const answer = await proving().ask('GET', `${path}?sort=${member},asc`);
        assert.equal(answer.status, status, answer.text);
      });
    }
  }

  for (const [member, by] of Object.entries(near.sort)) {
    test(`${name}: sorting by ${member} goes by ${by.join(', ')}, in both directions`, async () => {
      const { items, path, rows: made } = await shown();
      const [up, down] = [
        await all(path, `&sort=${member},asc`),
        await all(path, `&sort=${member},desc`),
      ];
      for (const sorted of [up, down]) assert.deepEqual(identifiers(sorted), identifiers(items));
      const sortedBy = made.map(({ body, set }) => by.map((each) => body[each] ?? set[each]));
      // Rows that are equal in all that they are sorted by have one order.
      if (distinct(sortedBy).length === 1) return;
      assert.notDeepEqual(
        up.map(({ id }) => id),
        down.map(({ id }) => id),
      );
    });
  }

  for (const member of filter) {
    const schema = membersOf(resource.shown)[member];
    if (schema === undefined) continue;
    test(`${name}: filters by ${member} find what this version shows so`, async () => {
      const { items, path } = await shown();
      const others = fc.sample(valuesOf(withoutNull(schema)), { numRuns: tried, seed: 11 });
      const values = distinct([...items.slice(0, tried).map((item) => item[member]), ...others]);
      assert.ok(values.length > 0);
      for (const value of values.filter((each) => each !== undefined && each !== null)) {
        const query = `&${member}=${encodeURIComponent(String(value))}`;
        assert.deepEqual(
          identifiers(await all(path, query)),
          identifiers(items.filter((item) => item[member] === value)),
          query,
        );
        if (!isOrdered(schema)) continue;
        for (const [operator, holds] of Object.entries(operators)) {
          const range = `&${member}[${operator}]=${encodeURIComponent(String(value))}`;
          const expected: readonly Members[] = items.filter(
            (item) => isThere(item[member]) && holds(compare(schema, item[member], value)),
          );
          assert.deepEqual(identifiers(await all(path, range)), identifiers(expected), range);
        }
      }
    });
  }

  for (const member of sort) {
    const schema = membersOf(resource.shown)[member];
    if (schema === undefined) continue;
    test(`${name}: sorted by ${member}, values follow each other`, async () => {
      const { items, path } = await shown();
      for (const direction of ['asc', 'desc']) {
        const sorted = await all(path, `&sort=${member},${direction}`);
        assert.deepEqual(identifiers(sorted), identifiers(items));
        const values = sorted.map((item) => item[member]).filter(isThere);
        for (const [index, value] of values.slice(1).entries()) {
          const order = compare(schema, values[index], value);
          assert.ok(
            direction === 'asc' ? order <= 0 : order >= 0,
            `${String(values[index])} before ${String(value)}, ${direction}`,
          );
        }
      }
    });
  }
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function identifiers(items: readonly Members[]): unknown[] {
  return items.map(({ id }) => id).toSorted();
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function withoutNull(schema: Schema): Schema {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] };
  return {
    ...schema,
    type: [type].flat().filter((each) => each !== 'null'),
    ...(values === undefined ? {} : { enum: values.filter((each) => each !== null) }),
  };
}

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

const ordered = new Set(['date', 'date-time', 'time-local', 'decimal', 'int64']);

function isOrdered({ type, format }: Schema): boolean {
  const isNumber = [type].flat().some((each) => each === 'integer' || each === 'number');
  return isNumber || ordered.has(String(format));
}

function unitsOf(value: unknown): bigint {
  return BigInt(String(value).replace('.', ''));
}

/** Numbers by their size, also those that are text on the wire; all else by its bytes. */
function compare({ format }: Schema, a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (format === 'int64') return Number(BigInt(String(a)) - BigInt(String(b)));
  // They have as many digits behind the point.
  if (format === 'decimal') return Number(unitsOf(a) - unitsOf(b));
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
