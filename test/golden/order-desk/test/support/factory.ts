import type { SystemMembers } from '../../src/resources/members.ts';
import type { Json, ResourceSample } from './sample.ts';
import type { TestService } from './service.ts';

/** Makes resources, each with what it needs around it. */
export interface Factory {
  /** A valid body that collides with no other one; its references exist. */
  body(sample: ResourceSample, which?: 0 | 1): Promise<Json>;
  /** One and the same valid body, for requests that are refused for another reason. */
  spare(sample: ResourceSample): Promise<Json>;
  /** Address of a collection whose parents exist. */
  collection(sample: ResourceSample): Promise<string>;
  /** Keeps one, in a collection that `collection` answered. */
  insert(sample: ResourceSample, collection?: string, body?: Json): Promise<SystemMembers>;
}

/** How a factory comes by what it makes. */
export interface Keeping {
  keep(sample: ResourceSample, collection: string, body: Json): Promise<SystemMembers>;
  /** The n-th of the distinct values of a unique member, or what serves in its place. */
  unique(sample: ResourceSample, name: string, number: number): unknown;
}

/** Makes resources without a request. */
export function factory({ database, newId, now }: TestService): Factory {
  return factoryOf({
    keep(sample, collection, body) {
      const parentId = collection.split('/').at(-2) ?? '';
      return sample.insert(database, {
        id: newId(),
        now,
        body,
        ...(sample.parent === undefined
          ? {}
          : { parent: { [sample.parent.idParameter]: parentId } }),
      });
    },
    unique: (sample, name, number) => sample.unique[name]?.[number],
  });
}

export function factoryOf({ keep, unique: uniqueValue }: Keeping): Factory {
  const counts = new Map<ResourceSample, number>();
  const spares = new Map<ResourceSample, Promise<Json>>();
  const collections = new Map<ResourceSample, string>();

  async function body(sample: ResourceSample, which: 0 | 1 = 0): Promise<Json> {
    const number = counts.get(sample) ?? 0;
    counts.set(sample, number + 1);
    const unique = Object.keys(sample.unique).flatMap((name) => {
      const value = uniqueValue(sample, name, number);
      return value === undefined ? [] : [[name, value] as const];
    });
    const references = await Promise.all(
      Object.entries(sample.requiredReferences).map(
        async ([name, target]) => [name, (await insert(target)).id] as const,
      ),
    );
    return {
      ...sample.bodies[which],
      ...Object.fromEntries(unique),
      ...Object.fromEntries(references),
    };
  }

  function spare(sample: ResourceSample): Promise<Json> {
    const known = spares.get(sample) ?? body(sample);
    spares.set(sample, known);
    return known;
  }

  async function collection(sample: ResourceSample): Promise<string> {
    const { parent, path } = sample;
    if (parent === undefined) return path;
    const known = collections.get(sample);
    if (known !== undefined) return known;
    const within = await collection(parent);
    const { id } = await insert(parent, within);
    const address = `${within}/${id}/${path.slice(path.lastIndexOf('/') + 1)}`;
    collections.set(sample, address);
    return address;
  }

  async function insert(
    sample: ResourceSample,
    within?: string,
    given?: Json,
  ): Promise<SystemMembers> {
    return keep(sample, within ?? (await collection(sample)), given ?? (await body(sample)));
  }

  return { body, spare, collection, insert };
}
