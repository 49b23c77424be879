import type { TSchema } from 'typebox';

/** Collects the schemas with a title, so that each is written once and referred to by its name. */
export interface Components {
  /** The schema itself, or a reference to it. */
  refer(schema: TSchema): object;
  schemas(): Record<string, object>;
}

export function componentsOf(): Components {
  const schemas = new Map<string, object>();

  function replaceTitled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaceTitled);
    if (typeof value !== 'object' || value === null) return value;
    return isTitled(value) ? refer(value) : replaceWithin(value);
  }

  function replaceWithin(value: object): object {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, replaceTitled(member)]),
    );
  }

  function refer(schema: object): object {
    if (!isTitled(schema)) return replaceWithin(schema);
    if (!schemas.has(schema.title)) {
      // Set before descending, which keeps the order of first use.
      schemas.set(schema.title, {});
      schemas.set(schema.title, replaceWithin(schema));
    }
    return { $ref: `#/components/schemas/${schema.title}` };
  }

  return { refer, schemas: () => Object.fromEntries(schemas) };
}

/** Component names are limited by OpenAPI 3.1, section 4.8.7; a member called `title` is a schema, not text. */
function isTitled(value: object): value is { title: string } {
  return 'title' in value && typeof value.title === 'string' && /^[\w.-]+$/.test(value.title);
}
