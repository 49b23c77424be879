import type { TSchema } from 'typebox';

/**
 * A schema with what OpenAPI 3.1, section 4.8.26, needs to tell XML from JSON: the name of the root element, and lists
 * as one element with the items in it. A titled schema becomes another component.
 *
 * @param item name of the elements in the lists right below the root
 */
export function annotated(
  schema: TSchema,
  root: string,
  item = 'item',
  namespace?: string,
): TSchema {
  const name = { name: root, ...(namespace === undefined ? {} : { namespace }) };
  return { ...within(schema, item), xml: name };
}

function within(schema: TSchema, item: string): TSchema {
  // Examples of the members are JSON.
  const {
    title,
    properties,
    items,
    examples: _,
    default: initial,
    ...rest
  } = schema as TSchema & {
    readonly title?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
  };
  const isFreeJson = 'x-maxLength' in schema;
  return {
    ...rest,
    ...(title === undefined ? {} : { title: `${title}Xml` }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, within(member, item)]),
          ),
        }),
    ...(items === undefined || isFreeJson
      ? {}
      : { items: { ...within(items, 'item'), xml: { name: item } }, xml: { wrapped: true } }),
    // Its JSON text is the text of the element, which null has none of.
    ...(isFreeJson ? { type: 'string' } : {}),
    ...(initial === undefined || (isFreeJson && initial === null)
      ? {}
      : { default: written(schema, initial) }),
  };
}

/** A value as a document of XML has it, in which whatever JSON is free is text. */
function written(schema: TSchema, value: unknown): unknown {
  if (value === null) return value;
  if ('x-maxLength' in schema) return JSON.stringify(value);
  const { items, properties = {} } = schema as TSchema & {
    readonly items?: TSchema;
    readonly properties?: Readonly<Record<string, TSchema>>;
  };
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => written(items, item));
  }
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, own === undefined ? member : written(own, member)];
    }),
  );
}
