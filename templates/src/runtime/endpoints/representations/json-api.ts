import type { TSchema } from 'typebox';
import type { ProblemBody } from '../../errors/problem-document.ts';
import { Type } from '../../resources/type.ts';
import { address, pageInfo } from '../page.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { mediaType, permits, reader } from './json-api-body.ts';
import { queryNames } from './json-api-query.ts';
import { customOperationsOf, addressOf, itemsOf, linksOf } from './links.ts';
import type {
  Content,
  ProblemFormat,
  Representation,
  ResourceContent,
  Scene,
} from './representation.ts';

const jsonapi = { version: '1.1' };

const problems: ProblemFormat = {
  mediaType,
  contentType: mediaType,
  get schema() {
    return ErrorsDocument;
  },
  write: (problem) => JSON.stringify({ jsonapi, errors: errorsOf(problem) }),
};

/**
 * JSON:API 1.1. The media type has no parameters but `ext` and `profile`, of which none is known here; lists take
 * `page[number]`, `filter[member]` and `sort=-member`, because the names of JSON:API are not to be mixed with others.
 */
export const jsonApi: Representation = {
  name: 'json-api',
  mediaType,
  contentType: mediaType,
  permits,
  problems,
  reader,
  queryNames,
  write: (content, scene) => JSON.stringify(documentOf(content, scene)),
  illustrate: documentOf,
  describeResource: (description) =>
    Type.Object(
      { jsonapi: JsonApi, links: links(['self']), data: resourceObject(description) },
      { title: `${description.names.one}Document` },
    ),
  describePage: (description) => {
    const { one, many } = description.names;
    return Type.Object(
      {
        jsonapi: JsonApi,
        links: links(['self', 'first', 'prev', 'next', 'last']),
        data: Type.Array(resourceObject(description), { maxItems: 1000 }),
        meta: Type.Object({ page: pageInfo }),
      },
      // One of the news is called as all of them.
      { title: one === many ? `${many}PageDocument` : `${many}Document` },
    );
  },
};

function documentOf(content: Content, scene: Scene): object {
  if (content.kind === 'resource') {
    return { jsonapi, links: { self: scene.link(content.path) }, data: resourceOf(content, scene) };
  }
  const { page } = content;
  return {
    jsonapi,
    links: content.links,
    data: itemsOf(content).map((item) => resourceOf(item, scene)),
    meta: { page },
  };
}

function resourceOf(content: ResourceContent, scene: Scene): object {
  const { description, resource, path } = content;
  const { references = {} } = description;
  const attributes = Object.fromEntries(
    Object.entries(resource).filter(([name]) => name !== 'id' && !Object.hasOwn(references, name)),
  );
  const related = Object.entries(references).flatMap(([name, reference]) => {
    const id = resource[name];
    if (id === undefined) return [];
    const href = addressOf(reference, id, scene.link);
    const data = id === null ? null : { type: reference.collection, id };
    return [[name, { data, ...(href === undefined ? {} : { links: { related: href } }) }] as const];
  });
  const around = linksOf(content, scene);
  const children = around.children.map(
    ({ name, href }) => [name, { links: { related: href } }] as const,
  );
  const relationships = [...related, ...children];
  const own: Record<string, unknown> = { self: scene.link(path) };
  for (const { name, href } of around.customOperations)
    own[name] = { href, meta: { method: 'POST' } };
  return {
    type: description.collection,
    id: resource.id,
    attributes,
    ...(relationships.length === 0 ? {} : { relationships: Object.fromEntries(relationships) }),
    links: own,
  };
}

/** One error object for each violation, or one for the problem as a whole (JSON:API 1.1, section 11). */
function errorsOf({ type, title, status, detail, code, traceId, errors, ...members }: ProblemBody) {
  const common = { id: traceId, links: { type }, status: String(status), code, title };
  if (errors === undefined || errors.length === 0) {
    return [{ ...common, detail, ...(Object.keys(members).length > 0 ? { meta: members } : {}) }];
  }
  return errors.map((error) => ({
    ...common,
    detail: `${error.at} ${error.detail}`.trim(),
    source: sourceOf(error),
    meta: { reason: error.code, ...members },
  }));
}

function sourceOf(error: { readonly in: string; readonly at: string }): object {
  if (error.in === 'body') return { pointer: error.at };
  return error.in === 'header' ? { header: error.at } : { parameter: error.at };
}

const JsonApi = Type.Object({ version: Type.Literal('1.1') }, { title: 'JsonApi' });

const ErrorsDocument = Type.Object(
  {
    jsonapi: JsonApi,
    errors: Type.Array(
      Type.Object({
        id: Type.String({ maxLength: 32 }),
        links: Type.Object({ type: address }),
        status: Type.String({ pattern: '^[45][0-9]{2}$', maxLength: 3 }),
        code: Type.String({ maxLength: 100 }),
        title: Type.String({ maxLength: 1000 }),
        detail: Type.String({ maxLength: 20_000 }),
        source: Type.Optional(
          Type.Object({
            pointer: Type.Optional(Type.String({ maxLength: 600 })),
            parameter: Type.Optional(Type.String({ maxLength: 500 })),
            header: Type.Optional(Type.String({ maxLength: 500 })),
          }),
        ),
        meta: Type.Optional(Type.Object({})),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { title: 'JsonApiErrors', description: 'Errors as JSON:API 1.1 has them.' },
);

/** A link object (JSON:API 1.1, section 7.6.1): there while a POST to it is possible. */
const customOperationLink = Type.Object(
  { href: address, meta: Type.Object({ method: Type.Literal('POST') }) },
  { title: 'JsonApiAction', description: 'Possible now, by a POST to it.' },
);

function links(names: readonly string[]): TSchema {
  return Type.Object(
    Object.fromEntries(
      names.map((name) => [name, name === 'self' ? address : Type.Optional(address)]),
    ),
  );
}

function resourceObject(description: ResourceDescription): TSchema {
  const { names, schemas, collection, references = {}, children = [] } = description;
  const { id, ...members } = schemas.shown.properties;
  const required = new Set(schemas.shown.required ?? []);
  const optional = (name: string, schema: TSchema) =>
    required.has(name) ? schema : Type.Optional(schema);
  const attributes = Object.entries(members).filter(([name]) => !Object.hasOwn(references, name));
  const link = Type.Optional(Type.Object({ related: address }));
  const own: Record<string, TSchema> = { self: address };
  for (const name of customOperationsOf(description))
    own[name] = Type.Optional(customOperationLink);
  const relationships = [
    ...Object.entries(references).map(([name, reference]) => {
      const identifier = Type.Object({
        type: Type.Literal(reference.collection),
        id: Type.String({ format: 'uuid', maxLength: 36 }),
      });
      const data = Type.Union([identifier, Type.Null()]);
      return [name, Type.Optional(Type.Object({ data, links: link }))] as const;
    }),
    ...children.map(
      (name) => [name, Type.Object({ links: Type.Object({ related: address }) })] as const,
    ),
  ];
  const related = Type.Object(Object.fromEntries(relationships));
  // A resource without children that refers to nothing has none.
  const isRelated =
    children.length > 0 || Object.keys(references).some((name) => required.has(name));
  return Type.Object(
    {
      type: Type.Literal(collection),
      ...(id === undefined ? {} : { id }),
      attributes: Type.Object(
        Object.fromEntries(attributes.map(([name, schema]) => [name, optional(name, schema)])),
      ),
      ...(relationships.length === 0
        ? {}
        : { relationships: isRelated ? related : Type.Optional(related) }),
      links: Type.Object(own),
    },
    { title: `${names.one}ResourceObject` },
  );
}
