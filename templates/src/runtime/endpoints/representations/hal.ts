import type { TSchema } from 'typebox';
import { Type } from '../../resources/type.ts';
import { parseJsonBody } from '../json-body.ts';
import { isObject } from '../json-object.ts';
import { pageInfo } from '../page.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { jsonReader, problemJson } from './json.ts';
import { above, customOperationsOf, hasOwnLinks, itemsOf, linksOf, parentOf } from './links.ts';
import type {
  BodyReader,
  Content,
  PageContent,
  Representation,
  ResourceContent,
  Scene,
} from './representation.ts';

const mediaType = 'application/hal+json';
/** Short name of the relations that are this service's own; each begins with it. */
const curie = 'rel';

interface HalLink {
  readonly href: string;
  readonly templated?: true;
}

/** What HAL adds to the members is not theirs: a resource can be sent back as it was read. */
const reader: BodyReader = {
  ...jsonReader(mediaType),
  read(bytes, limits) {
    const body = parseJsonBody(bytes, limits);
    if (!isObject(body)) return body;
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => name !== '_links' && name !== '_embedded'),
    );
  },
};

/**
 * HAL (draft-kelly-json-hal): the members with `_links`. Relations that IANA does not have are compact URIs, which
 * lead to the documentation.
 */
export const hal: Representation = {
  name: 'hal',
  mediaType,
  contentType: mediaType,
  problems: problemJson,
  reader,
  write: (content, scene) => JSON.stringify(valueOf(content, scene)),
  illustrate: valueOf,
  describeResource: (description) => halOf(description),
  describePage: (description) =>
    Type.Object(
      {
        _links: links,
        _embedded: Type.Object({
          [description.collection]: Type.Array(halOf(description), { maxItems: 1000 }),
        }),
        page: pageInfo,
      },
      { title: `${description.names.many}HalPage` },
    ),
};

function valueOf(content: Content, scene: Scene): object {
  return content.kind === 'resource' ? resourceOf(content, scene, true) : pageOf(content, scene);
}

function resourceOf(content: ResourceContent, scene: Scene, isAlone: boolean): object {
  const { resource, path } = content;
  const { collection, parent } = above(path);
  const own = linksOf(content, scene).own.map(({ name, href }) => [`${curie}:${name}`, { href }]);
  return {
    ...resource,
    _links: {
      self: { href: scene.link(path) },
      ...(isAlone ? { collection: { href: scene.link(collection) } } : {}),
      ...(parent === undefined ? {} : { up: { href: scene.link(parent) } }),
      ...(own.length === 0
        ? {}
        : { ...(isAlone ? curiesOf(scene) : {}), ...Object.fromEntries(own) }),
    },
  };
}

function pageOf(content: PageContent, scene: Scene): object {
  const { description, path, page, parameters } = content;
  const { parent } = parentOf(path);
  const found: Record<string, HalLink> = Object.fromEntries(
    Object.entries(content.links).map(([relation, href]) => [relation, { href }]),
  );
  // Names with brackets are none that a URI template could have (RFC 6570, section 2.3).
  const names = parameters.filter((name) => /^\w+$/.test(name));
  const address = scene.link(path);
  // RFC 6570, section 3.2.9: what continues a query.
  const mark = address.includes('?') ? '&' : '?';
  return {
    _links: {
      ...found,
      find: { href: `${address}{${mark}${names.join(',')}}`, templated: true },
      ...(parent === undefined ? {} : { up: { href: scene.link(parent) } }),
      ...(hasOwnLinks(description) ? curiesOf(scene) : {}),
    },
    _embedded: {
      [description.collection]: itemsOf(content).map((item) => resourceOf(item, scene, false)),
    },
    page,
  };
}

/** Always a list (draft-kelly-json-hal, section 8.2). */
function curiesOf(scene: Scene): object {
  return { curies: [{ name: curie, href: `${scene.link('/docs')}#{rel}`, templated: true }] };
}

/** Not `uri-reference`: it may be a template (RFC 6570). */
const href = Type.String({ maxLength: 20_000 });

const link = Type.Object({
  href,
  templated: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String({ maxLength: 255 })),
});

const links = Type.Object(
  { self: link, curies: Type.Optional(Type.Array(link, { maxItems: 10 })) },
  { title: 'HalLinks', additionalProperties: link },
);

/** Links with a relation for each thing that may be possible; there only while it is. */
function linksWith(customOperations: readonly string[], { names }: ResourceDescription): TSchema {
  const customOperation = Type.Optional({ ...link, description: 'Possible now, by a POST to it.' });
  const possible = Object.fromEntries(
    customOperations.map((name) => [`${curie}:${name}`, customOperation]),
  );
  const title = `${names.one}HalLinks`;
  return Type.Object({ ...links.properties, ...possible }, { title, additionalProperties: link });
}

function halOf(description: ResourceDescription): TSchema {
  const { names, schemas } = description;
  const members = { ...schemas.shown.properties, _links: links };
  const customOperations = customOperationsOf(description);
  if (customOperations.length > 0)
    Object.assign(members, { _links: linksWith(customOperations, description) });
  return Type.Object(members, {
    title: `${names.one}Hal`,
    required: [...(schemas.shown.required ?? []), '_links'],
  });
}
