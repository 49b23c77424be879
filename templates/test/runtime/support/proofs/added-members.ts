import type { Document, Schema } from './frozen.ts';

/**
 * The document of a release with members that came after it: it says that answers have them, and nothing of their values. What
 * clients send stays as it was.
 *
 * @param added names of members, by the paths of their collections
 */
export function withAddedMembers(
  value: Schema,
  document: Document,
  added: ReadonlyMap<string, readonly string[]>,
): Schema {
  const { components = {} } = value as { readonly components?: { readonly schemas?: object } };
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]: [string, Schema]) => {
      const members = [...added].flatMap(([path, names]) =>
        shownIn(document, path).includes(schema) ? names.map((member) => [member, {}]) : [],
      );
      const properties = { ...(schema['properties'] as object), ...Object.fromEntries(members) };
      return [name, members.length === 0 ? schema : { ...schema, properties }] as const;
    },
  );
  return { ...value, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

/** Schemas by which a resource is shown. */
function shownIn(document: Document, path: string): readonly Schema[] {
  return [
    document.answer('GET', `${path}/{id}`),
    document.answer('POST', path, 201),
    ...['PUT', 'PATCH'].map((method) => document.answer(method, `${path}/{id}`)),
  ];
}

/** What a document says, but for such members of what is sent and shown. */
export function withoutMembers(names: ReadonlySet<string>, said: unknown): unknown {
  if (names.size === 0) return said;
  if (Array.isArray(said)) return said.map((each) => withoutMembers(names, each));
  if (typeof said !== 'object' || said === null) return said;
  const entries = Object.entries(said).map(([key, value]: [string, unknown]) => {
    if (key === 'required' && Array.isArray(value)) {
      return [key, value.filter((each) => !names.has(String(each)))] as const;
    }
    const isOfMembers = key === 'properties' && typeof value === 'object' && value !== null;
    const left = isOfMembers
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
      : value;
    return [key, withoutMembers(names, left)] as const;
  });
  return Object.fromEntries(entries);
}
