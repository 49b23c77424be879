import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { samples } from '../../../contract.ts';
import { readTables } from '../../../../src/runtime/storage/migrations/catalogue.ts';
import { valuesOf } from '../arbitraries.ts';
import type { TestAnswer, TestRequest } from '../client.ts';
import { documentPath } from '../conformance.ts';
import { factory, makeRoom, removeWhole, type Factory } from '../factory.ts';
import type { ResourceSample } from '../sample.ts';
import { startService, type TestService } from '../service.ts';
import {
  documentOf,
  type Document,
  type FrozenResource,
  type Members,
  type Schema,
} from './frozen.ts';
import type { DeclaredVersion, Frozen } from './frozen.ts';
import { keepValues } from './keep-values.ts';

/** A service in which one older version is held against what was frozen of it. */
export interface Proving {
  readonly service: TestService;
  readonly make: Factory;
  readonly frozen: Frozen;
  /** What the newest version says of a resource; of one that it has not, what this one says. */
  newestOf(resource: FrozenResource): Document;
  /** Reads it as the newest version shows it, by its address there; what that does not show, as this one shows it. */
  now(resource: FrozenResource, address: string): Promise<TestAnswer>;
  /** Sends a request of the older version, and fails where its frozen document does not tell such an answer. */
  ask(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  /**
   * Creates one by a request of the older version, of what is chosen and what a proof cannot choose. Where unique values run out,
   * those that there are go first.
   *
   * @param always what is sent in the place of both
   */
  create(
    resource: FrozenResource,
    collection: string,
    chosen: Members,
    always?: Members,
  ): Promise<{ readonly body: Members; readonly answer: TestAnswer }>;
  /** Keeps what the newest version could hold. @returns its address there */
  keep(resource: FrozenResource, row: NewestRow, collection?: string): Promise<string>;
  /** A body of the older version with what a proof cannot choose: what is unique, and what it refers to. */
  body(resource: FrozenResource, chosen: Members): Promise<Members>;
  /** What a transition or an action of the older version is sent, with references to what there is. */
  input(resource: FrozenResource, customOperation: string, chosen: Members): Promise<Members>;
  /** What is stored of it, but for what every change counts. */
  stored(resource: FrozenResource, path: string): Promise<Members>;
  stop(): Promise<void>;
}

/** A row as the newest version could hold it: what a client sends, and what only the service sets. */
export interface NewestRow {
  readonly body: Members;
  readonly set: Members;
}

/** How often a proof tries; the values are the same each time. */
const runs = Number(process.env['PROOF_RUNS'] ?? 20);
const seed = { next: Number(process.env['PROOF_SEED'] ?? 1) };

/** How many values of a unique member are tried before one is taken that there is already. */
const attempts = 50;

/** Holds for all values. A failure tells the first value for which it does not. */
export function forAll<Value>(
  values: fc.Arbitrary<Value>,
  holds: (value: Value) => Promise<void>,
  numRuns = runs,
): Promise<void> {
  seed.next += 1;
  return fc.assert(fc.asyncProperty(values, holds), {
    numRuns,
    seed: seed.next,
    endOnFailure: true,
  });
}

export async function startProving(declared: DeclaredVersion, frozen: Frozen): Promise<Proving> {
  const restore = frozen.resources.map(({ rules }) => keepValues(rules)).toReversed();
  const service = await startService();
  service.now = new Date(declared.now);
  const make = factory(service);
  const newest = documentOf((await service.anonymous('GET', documentPath)).body);
  const taken = { count: 0, values: new Set<string>() };
  const targets = new Map<ResourceSample, string[]>();
  return {
    service,
    make,
    frozen,
    newestOf,
    now(resource, address) {
      const cut = address.lastIndexOf('/');
      const own = `${resource.collection(address.slice(0, cut))}${address.slice(cut)}`;
      return service.request('GET', isShownByNewest(resource) ? address : own);
    },
    ask,
    async create(resource, collection, chosen, always = {}) {
      const attempt = async () => {
        const body = { ...(await complete(resource, chosen)), ...always };
        return { body, answer: await ask('POST', collection, { body }) };
      };
      const first = await attempt();
      if (first.answer.body['code'] !== 'unique-conflict') return first;
      const { newest: sample } = resource;
      for (const { id } of await sample.rows(service.database)) {
        await removeWhole(service.database, sample, id);
      }
      return attempt();
    },
    async keep(resource, { body, set }, within) {
      const { newest: sample } = resource;
      const document = newestOf(resource);
      // A resource without POST has no schema of a body: the schema of its answers tells its values.
      const sent = document.request('POST', sample.path);
      const shown = isEmpty(sent) ? document.answer('GET', `${sample.path}/{id}`) : sent;
      const known = withinShown(resource, shown);
      const collection = within ?? (await make.collection(sample));
      const parent =
        sample.parent === undefined
          ? {}
          : { [sample.parent.idParameter]: collection.split('/').at(-2) ?? '' };
      const unique = Object.entries(sample.unique).map(([name, values]) => [
        name,
        isEmpty(known) ? values[(taken.count += 1) % values.length] : distinct(known, name),
      ]);
      const complete = { ...body, ...Object.fromEntries(unique), ...(await given(sample)) };
      // What only the service sets may be unique, too.
      await makeRoom(service.database, sample, { ...complete, ...set }, new Set());
      const { id } = await sample.insert(service.database, {
        id: service.newId(),
        now: service.now,
        body: complete,
        parent: { ...parent, ...(await existing(sample, set)) },
      });
      return `${collection}/${id}`;
    },
    async stored({ newest: { table } }, path) {
      const id = path.split('/').at(-1);
      const { rows } =
        await sql<Members>`select ${await columnsOf(table)} from ${sql.table(table)} where id = ${id}`.execute(
          service.database.reader,
        );
      const counted = new Set(['revision', 'updated_at']);
      return Object.fromEntries(
        Object.entries(rows[0] ?? {})
          .filter(([column]) => !counted.has(column))
          .map(([column, value]) => [column, parsed(value)]),
      );
    },
    body: complete,
    async input({ inputs, unique, claimed, request }, customOperation, chosen) {
      const schema = request('POST', customOperation);
      // What is left out has its default, which no two rows can have of a unique member.
      const defaults = Object.entries(membersOf(schema)).flatMap(
        ([member, { default: initial }]) =>
          unique.includes(member) && initial !== undefined ? [[member, initial] as const] : [],
      );
      const sent = { ...Object.fromEntries(defaults), ...chosen };
      const made = Object.entries(sent).map(async ([member, value]) => {
        const { type, to } = inputs[customOperation]?.[member] ?? {};
        if (claimed.has(member)) return [member, claimed.get(member)] as const;
        if (value === null) return [member, value] as const;
        if (type !== 'reference') {
          return [member, unique.includes(member) ? distinct(schema, member) : value] as const;
        }
        // The member that it sets may be unique.
        return [member, await referred(to, true)] as const;
      });
      return Object.fromEntries(await Promise.all(made));
    },
    async stop() {
      await service.stop();
      for (const each of restore) each();
    },
  };

  async function ask(
    method: string,
    path: string,
    { body, headers }: TestRequest = {},
  ): Promise<TestAnswer> {
    if (method === 'POST' || method === 'PUT') {
      for (const { to, id } of declared.filled ?? []) await make.known(to, id);
    }
    const answer = await service.request(method, path, {
      body,
      headers: { ...headersOf(method, path), ...headers },
    });
    // A caller who may not read what it made gets its address alone.
    const isAddress = answer.status === 201 && answer.text === '';
    if (!isAddress) frozen.check(method, path, answer.status, answer.body);
    return answer;
  }

  async function complete(
    { fields, unique, claimed, chosen: said, unwritable, request }: FrozenResource,
    chosen: Members,
  ): Promise<Members> {
    const schema = request('POST');
    const made = await Promise.all(
      Object.entries(fields).map(async ([member, { type, to }]) => {
        // What refers to something refers to what there is, also where it has to be unique along with others.
        if (claimed.has(member)) {
          const isSaid = said.has(member) && !unwritable.has(member);
          return [member, isSaid ? claimed.get(member) : undefined];
        }
        const isUnique = unique.includes(member) && member in membersOf(schema);
        if (type !== 'reference') return [member, isUnique ? distinct(schema, member) : undefined];
        if (!isUnique && !requiredOf(schema).includes(member)) return [member, undefined];
        return [member, await referred(to, isUnique)];
      }),
    );
    const bound = new Set(
      Object.keys(fields).filter(
        (member) =>
          !claimed.has(member) && (unique.includes(member) || fields[member]?.type === 'reference'),
      ),
    );
    const free = Object.entries(chosen)
      .filter(([member]) => !bound.has(member))
      .map(([member, value]) => [member, claimed.has(member) ? claimed.get(member) : value]);
    return Object.fromEntries([...free, ...made.filter(([, value]) => value !== undefined)]);
  }

  /** Every column; of SQLite integers that no number is exact for as text. */
  async function columnsOf(table: string) {
    const { engine, reader } = service.database;
    if (engine !== 'sqlite') return sql`*`;
    const { columns = [] } = (await readTables(engine, reader)).get(table) ?? {};
    return sql.join(
      columns.map((name) => {
        const column = sql.ref(name);
        return sql`case when typeof(${column}) = 'integer' and abs(${column}) > ${Number.MAX_SAFE_INTEGER} then cast(${column} as text) else ${column} end as ${column}`;
      }),
    );
  }

  function newestOf({ isFormer }: FrozenResource): Document {
    return isFormer ? frozen : newest;
  }

  /** A value of a member that no other row has; where there are few, such as those of an enumeration, others of its key differ. */
  function distinct(schema: Schema, name: string): unknown {
    const values = valuesOf(membersOf(schema)[name] ?? {}, newest.follow);
    let last: unknown;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      taken.count += 1;
      const [value] = fc.sample(values, { numRuns: 1, seed: taken.count });
      // Any number of rows may have no value.
      if (value === null) continue;
      last = value;
      const text = JSON.stringify(value);
      if (taken.values.has(text)) continue;
      taken.values.add(text);
      break;
    }
    return last;
  }

  /** Something to refer to, by its name in the older version: where that is unique, another one each time. */
  async function referred(to: string | undefined, isUnique: boolean): Promise<string> {
    const found = frozen.resources.find(({ name }) => name === to);
    assert.ok(found !== undefined, `there is no ${String(to)} to refer to`);
    if (!isUnique) return target(found.newest);
    const { id } = await make.insert(found.newest);
    return id;
  }

  /** One of a few rows to refer to. */
  async function target(sample: ResourceSample): Promise<string> {
    const made = targets.get(sample) ?? [];
    targets.set(sample, made);
    taken.count += 1;
    const position = taken.count % 3;
    const known = made[position];
    // What had to make room is there no more.
    if (known !== undefined && (await sample.exists(service.database, known))) return known;
    const { id } = await make.insert(sample);
    made[position < made.length ? position : made.length] = id;
    return id;
  }

  /** What only the service sets, with references to what there is. */
  async function existing({ targets: kinds }: ResourceSample, set: Members): Promise<Members> {
    const made = Object.entries(set).map(async ([name, value]) => {
      if (!Object.hasOwn(kinds, name) || value === null) return [name, value] as const;
      const kind = samples.find(({ idParameter }) => idParameter === kinds[name]);
      assert.ok(kind !== undefined, `there is nothing for ${name} to refer to`);
      return [name, await target(kind)] as const;
    });
    return Object.fromEntries(await Promise.all(made));
  }

  /** Members whose values are not to be chosen: what has to exist before, and what claims of the caller say. */
  async function given(sample: ResourceSample): Promise<Members> {
    const { requiredReferences, attributes, references, bodies, uniqueKeys } = sample;
    const unique = new Set(uniqueKeys.flat());
    const empty = references
      .filter((name) => bodies[0][name] === null)
      .map((name) => [name, null] as const);
    const made = Object.entries(requiredReferences).map(
      async ([name, each]) =>
        [name, unique.has(name) ? (await make.insert(each)).id : await target(each)] as const,
    );
    const fromClaims = attributes.map(({ member, own }) => [member, own] as const);
    return Object.fromEntries([...empty, ...(await Promise.all(made)), ...fromClaims]);
  }
}

/** Some databases keep objects as text, whose members are in one order or another. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Whatever state it is in; and each request is a new one. */
export function headersOf(method: string, path: string): Record<string, string> {
  const isOne = /[0-9a-f]{8}-[0-9a-f-]{27}(?:\/[a-z-]+)?$/.test(path);
  return {
    ...(isOne && method !== 'GET' ? { 'if-match': '*' } : {}),
    ...(method === 'POST' || method === 'PATCH' ? { 'idempotency-key': `"${randomUUID()}"` } : {}),
  };
}

/** Whether the newest version reads one of it: it may have no such resource, or no such method any more. */
export function isShownByNewest({ isFormer, newest }: FrozenResource): boolean {
  return !isFormer && newest.methods.includes('read');
}

/** Members that the service sets in every resource, and what holds the identifier of a parent. */
export function isOfService(name: string, { newest, fields }: FrozenResource): boolean {
  return (
    ['id', 'createdAt', 'updatedAt', 'revision'].includes(name) ||
    (newest.parent !== undefined && name.endsWith('Id') && !Object.hasOwn(fields, name))
  );
}

/** All that the newest version could hold of a resource. */
export function newestRows(
  resource: FrozenResource,
  { newestOf }: Proving,
): fc.Arbitrary<NewestRow> {
  const { newest: sample } = resource;
  const newest = newestOf(resource);
  const body = newest.request('POST', sample.path);
  const shown = withinShown(resource, newest.answer('GET', `${sample.path}/{id}`));
  const bodies = isEmpty(body)
    ? fc.constantFrom(...sample.bodies)
    : valuesOf(withinShown(resource, body), newest.follow);
  const set = {
    ...shown,
    properties: membersOf(shown, (name) => sample.readOnly.includes(name)),
    required: requiredOf(shown).filter((name) => sample.readOnly.includes(name)),
  };
  return fc
    .record({
      body: bodies as fc.Arbitrary<Members>,
      set: valuesOf({ ...set, type: 'object' }, newest.follow) as fc.Arbitrary<Members>,
    })
    .map((row) => ({
      ...row,
      body: Object.fromEntries(
        Object.entries(row.body).filter(([name]) => !sample.references.includes(name)),
      ),
    }));
}

/** A row of the newest version in which every member has a value that the older one can show. */
export function usualRow(resource: FrozenResource, proving: Proving): NewestRow {
  const { newest, shownRanges } = resource;
  const rows = fc.sample(newestRows(resource, proving), { numRuns: 1, seed: 3 });
  const body = rows[0]?.body ?? {};
  const bounded = Object.keys(shownRanges).flatMap((name) =>
    name in newest.bodies[0] && name in body ? [[name, body[name]] as const] : [],
  );
  return { body: { ...newest.bodies[0], ...Object.fromEntries(bounded) }, set: {} };
}

/** A schema of the newest version, with members that have only values that the older one can show. */
function withinShown({ shownRanges }: FrozenResource, schema: Schema): Schema {
  if (isEmpty(schema)) return schema;
  const members = Object.entries(membersOf(schema)).map(([name, each]) => [
    name,
    within(each, shownRanges[name] ?? {}),
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** A schema with further keywords, also for members of its objects and for items of its lists. */
function within(schema: Schema, { properties = {}, items, ...own }: Schema): Schema {
  const ranges = properties as Readonly<Record<string, Schema>>;
  const members = Object.entries(membersOf(schema)).map(([name, each]) => [
    name,
    within(each, ranges[name] ?? {}),
  ]);
  return {
    ...schema,
    ...own,
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(items === undefined ? {} : { items: within(schema['items'] as Schema, items as Schema) }),
  };
}

export function isEmpty(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

export function membersOf(
  schema: Schema,
  isWanted: (name: string) => boolean = () => true,
): Readonly<Record<string, Schema>> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, Schema>> };
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name)));
}

export function requiredOf(schema: Schema): readonly string[] {
  return (schema as { required?: readonly string[] }).required ?? [];
}
