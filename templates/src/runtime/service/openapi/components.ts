import type { TSchema } from 'typebox';
import { withBounds } from './bounds.ts';

/** Collects the schemas with a title, so that each is written once and referred to by its name. */
export interface Components {
  /** The schema itself, or a reference to it. */
  refer(schema: TSchema): object;
  schemas(): Record<string, object>;
}

/** Keywords whose value is a schema or a list of them. What the others hold is data, whatever it looks like. */
const nesting = new Set(['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf']);
/** Keywords whose value has a schema by each name. */
const naming = new Set(['properties', 'patternProperties']);

export function componentsOf(): Components {
  const schemas = new Map<string, object>();

  function referEach(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referEach);
    return typeof value === 'object' && value !== null ? refer(value) : value;
  }

  function within(schema: object): object {
    const members = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
      if (nesting.has(keyword)) return [keyword, referEach(value)];
      if (!naming.has(keyword) || typeof value !== 'object' || value === null) {
        return [keyword, value];
      }
      const named = Object.entries(value).map(([name, member]) => [name, referEach(member)]);
      return [keyword, Object.fromEntries(named)];
    });
    return withBounds(Object.fromEntries(members));
  }

  function refer(schema: object): object {
    if (!isTitled(schema)) return within(schema);
    if (!schemas.has(schema.title)) {
      // Set before descending, which keeps the order of first use.
      schemas.set(schema.title, {});
      schemas.set(schema.title, within(schema));
    }
    return { $ref: `#/components/schemas/${schema.title}` };
  }

  return { refer, schemas: () => Object.fromEntries(schemas) };
}

/** Component names are limited by OpenAPI 3.1, section 4.8.7. */
function isTitled(value: object): value is { title: string } {
  return 'title' in value && typeof value.title === 'string' && /^[\w.-]+$/.test(value.title);
}
