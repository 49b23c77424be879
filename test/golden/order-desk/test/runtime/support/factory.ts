import { type Tables, samples } from '../../contract.ts';
import type { SystemMembers } from '../../../src/runtime/resources/members.ts';
import type { Database } from '../../../src/runtime/storage/database.ts';
import type { Json, ResourceSample } from './sample.ts';
import type { TestService } from './service.ts';

/** Makes resources, each with what it needs around it. */
export interface Factory {
  /** A valid body that collides with no other one; its references exist, and members that are given have those values. */
  body(sample: ResourceSample, which?: 0 | 1, given?: Json): Promise<Json>;
  /**
   * The same with a value of every unique member: what has one of them already is removed.
   *
   * @param beside identifiers of what it is to refer to, which stays
   */
  full(sample: ResourceSample, beside?: readonly string[]): Promise<Json>;
  /** Removes what has a unique value that the body has, but for the one of an identifier. */
  clear(sample: ResourceSample, body: Json, except?: unknown): Promise<void>;
  /** One and the same valid body, for requests that are refused for another reason. */
  spare(sample: ResourceSample): Promise<Json>;
  /** Identifier of something to refer to. */
  target(sample: ResourceSample): Promise<string>;
  /** Address of a collection whose parents exist. */
  collection(sample: ResourceSample): Promise<string>;
  /** Keeps the one of this identifier, unless it is there. */
  known(sample: ResourceSample, id: string): Promise<void>;
  /** Keeps one, in a collection that `collection` answered. */
  insert(sample: ResourceSample, collection?: string, body?: Json): Promise<SystemMembers>;
}

/** How a factory comes by what it makes. */
export interface Keeping {
  keep(sample: ResourceSample, collection: string, body: Json, id?: string): Promise<SystemMembers>;
  /** The n-th of the distinct values of a unique member, or what serves in its place. */
  unique(sample: ResourceSample, name: string, number: number): unknown;
  exists(sample: ResourceSample, id: string): Promise<boolean>;
  /** Removes what has a unique value that the body has, unless that is to stay; answers whether nothing has it any more. */
  makeRoom(
    sample: ResourceSample,
    body: Json,
    staying: ReadonlySet<string>,
    except?: unknown,
  ): Promise<boolean>;
}

/** Makes resources without a request. */
export function factory({ database, newId, now }: TestService): Factory {
  return factoryOf({
    keep(sample, collection, body, id = newId()) {
      const parentId = collection.split('/').at(-2) ?? '';
      return sample.insert(database, {
        id,
        now,
        body: { ...claimedAlone(sample), ...body },
        ...(sample.parent === undefined
          ? {}
          : { parent: { [sample.parent.idParameter]: parentId } }),
      });
    },
    unique(sample, name, number) {
      const values = sample.unique[name] ?? [];
      return values[number % values.length];
    },
    exists: (sample, id) => sample.exists(database, id),
    makeRoom: (...given) => makeRoom(database, ...given),
  });
}

export function factoryOf({
  keep,
  unique: uniqueValue,
  exists,
  makeRoom: clear,
}: Keeping): Factory {
  const counts = new Map<ResourceSample, number>();
  const spares = new Map<ResourceSample, Promise<Json>>();
  const collections = new Map<ResourceSample, string>();
  const targets = new Map<ResourceSample, string[]>();
  /** Where there is room for one: the last that is the tests' own. */
  const onlyOnes = new Map<ResourceSample, { readonly within: string; readonly id: string }>();

  const body = (sample: ResourceSample, which: 0 | 1 = 0, given: Json = {}) =>
    made(sample, which, sample.vacant, given);
  const full = (sample: ResourceSample, beside: readonly string[] = []) =>
    made(
      sample,
      0,
      undefined,
      {},
      beside.length === 0 ? new Set() : new Set([...above(), ...beside]),
    );

  async function made(
    sample: ResourceSample,
    which: 0 | 1,
    vacant?: ResourceSample['vacant'],
    given: Json = {},
    staying: ReadonlySet<string> = new Set(),
    attempt = 1,
  ): Promise<Json> {
    const number = counts.get(sample) ?? 0;
    counts.set(sample, number + 1);
    const { room } = sample;
    const isUsedUp = number >= (room === 'unlimited' ? valuesOf(sample) : room);
    const unique = Object.keys(sample.unique).flatMap((name) => {
      const value = uniqueValue(sample, name, number);
      return value === undefined ? [] : [[name, value] as const];
    });
    const references: (readonly [string, string])[] = [];
    for (const [name, target] of Object.entries(sample.requiredReferences)) {
      references.push([name, await referred(target, number)]);
    }
    const whole = {
      ...sample.bodies[which],
      ...Object.fromEntries(unique),
      ...Object.fromEntries(references),
      ...given,
    };
    if (isUsedUp && vacant !== undefined) return vacated(whole, vacant);
    // What is to change the only one there can be has its values.
    if (sample.uniqueKeys.length === 0 || (which === 1 && room === 1)) return whole;
    // What a test or a default chose may be a value that is next.
    const isFree = await clear(sample, whole, staying);
    // The next values, unless all are those of what is to stay.
    if (isFree) return whole;
    const isLast = room !== 'unlimited' && attempt >= room;
    return made(sample, which, vacant, given, isLast ? new Set() : staying, attempt + 1);
  }

  /** What the collections are in, and stays. */
  const above = () => new Set([...collections.values()].flatMap((path) => path.split('/')));

  /** Something to refer to: another one each time, as long as there is room for more of them. */
  async function referred(target: ResourceSample, number: number): Promise<string> {
    const ids = targets.get(target) ?? [];
    targets.set(target, ids);
    const position = target.room === 'unlimited' ? ids.length : number % target.room;
    const id = ids[position];
    if (id !== undefined && (await exists(target, id))) return id;
    // A new resource does not take the place of one that another resource may refer to.
    const staying = new Set([...above(), ...ids]);
    const body = await made(target, 0, target.vacant, {}, staying);
    const { id: other } = await insert(target, undefined, body);
    ids[position] = other;
    return other;
  }

  function spare(sample: ResourceSample): Promise<Json> {
    const known = spares.get(sample) ?? body(sample);
    spares.set(sample, known);
    return known;
  }

  async function collection(sample: ResourceSample): Promise<string> {
    const { parent, path } = sample;
    if (parent === undefined) return path;
    const within = await collection(parent);
    const known = collections.get(sample);
    const id = known?.split('/').at(-2) ?? '';
    const isThere = known?.startsWith(`${within}/`) === true;
    if (isThere && (await exists(parent, id))) return known;
    const shared = await sharedParent(parent, within);
    const above = shared === undefined ? await insert(parent, within) : { id: shared };
    // Where there is room for few, what has to be referred to is the same.
    targets.set(parent, [above.id]);
    const address = `${within}/${above.id}/${path.slice(path.lastIndexOf('/') + 1)}`;
    collections.set(sample, address);
    return address;
  }

  /** The parent that is there already, where unique members leave room for few. */
  async function sharedParent(parent: ResourceSample, within: string): Promise<string | undefined> {
    if (parent.room === 'unlimited') return undefined;
    const only = parent.room === 1 ? onlyOnes.get(parent) : undefined;
    if (only?.within === within && (await exists(parent, only.id))) return only.id;
    for (const [other, path] of collections) {
      const id = path.split('/').at(-2) ?? '';
      if (other.parent !== parent || !path.startsWith(`${within}/`)) continue;
      if (await exists(parent, id)) return id;
    }
    return undefined;
  }

  async function insert(
    sample: ResourceSample,
    within?: string,
    given?: Json,
  ): Promise<SystemMembers> {
    const place = within ?? (await collection(sample));
    // Where unique members leave room for few, a new one does not take the place of one that others live in.
    const row = given ?? (await made(sample, 0, sample.vacant, {}, above()));
    const kept = await keep(sample, place, row);
    // Where there is room for one, what has to be referred to is this one, unless it exists for others alone.
    const isOwn = sample.attributes.every(
      ({ member, own }) => !(member in row) || row[member] === own,
    );
    if (sample.room === 1 && isOwn) {
      targets.set(sample, [kept.id]);
      onlyOnes.set(sample, { within: place, id: kept.id });
    }
    return kept;
  }

  async function known(sample: ResourceSample, id: string): Promise<void> {
    if (await exists(sample, id)) return;
    const within = await collection(sample);
    await keep(sample, within, await made(sample, 0, sample.vacant, {}, above()), id);
  }

  return {
    known,
    body,
    full,
    async clear(sample, given, except) {
      await clear(sample, given, new Set(), except);
    },
    spare,
    target: (sample) => referred(sample, 0),
    collection,
    insert,
  };
}

function valuesOf({ unique }: ResourceSample): number {
  return Math.min(...Object.values(unique).map(({ length }) => length));
}

/** Nothing is equal to what is absent, or null. */
function vacated(body: Json, { absent, empty }: NonNullable<ResourceSample['vacant']>): Json {
  const said = Object.entries(body).filter(([name]) => !absent.includes(name));
  return Object.fromEntries(
    said.map(([name, value]) => [name, empty.includes(name) ? null : value]),
  );
}

/** Members that only the claims of a caller may say, as rows of tests have them: no body has them. */
function claimedAlone({ attributes, memberAccess }: ResourceSample): Json {
  const closed = memberAccess.filter(({ writableBy }) => writableBy?.length === 0);
  const rules = attributes.filter(({ member }) => closed.some((each) => each.member === member));
  return Object.fromEntries(rules.map(({ member, own }) => [member, own]));
}

/** Removes what has a unique value that the body has, unless that is to stay; answers whether nothing has it any more. */
export async function makeRoom(
  database: Database<Tables>,
  sample: ResourceSample,
  given: Json,
  staying: ReadonlySet<string>,
  except?: unknown,
): Promise<boolean> {
  const body = { ...claimedAlone(sample), ...given };
  // Nothing is equal to a row that has no value, or null.
  const same = (row: object, key: readonly string[]) =>
    key.some((name) => name in body) &&
    key.every((name) => {
      const value = valueIn(row, name) ?? null;
      return value !== null && (!(name in body) || value === body[name]);
    });
  const rows = await sample.rows(database);
  const taken = rows.filter(
    (row) => row.id !== except && sample.uniqueKeys.some((key) => same(row, key)),
  );
  if (taken.some(({ id }) => staying.has(id))) return false;
  for (const { id } of taken) await removeWhole(database, sample, id);
  return true;
}

function valueIn(row: object, name: string): unknown {
  return Object.entries(row).find(([each]) => each === name)?.[1];
}

/** Removes one with all that lives in it or refers to it. */
export async function removeWhole(
  database: Database<Tables>,
  sample: ResourceSample,
  id: string,
  begun = new Set<string>(),
): Promise<void> {
  if (begun.has(id)) return;
  begun.add(id);
  for (const other of samples) {
    const members = Object.entries(other.targets).filter(
      ([, target]) => target === sample.idParameter,
    );
    const names = [
      ...members.map(([name]) => name),
      ...(other.parent === sample ? [sample.idParameter] : []),
    ];
    if (names.length === 0) continue;
    for (const row of await other.rows(database)) {
      const isOn = Object.entries(row).some(
        ([name, value]) => names.includes(name) && value === id,
      );
      if (isOn) await removeWhole(database, other, row.id, begun);
    }
  }
  await sample.remove(database, id);
}
