import type { TSchema } from 'typebox';
import { problemMediaType } from '../../errors/problem-document.ts';
import { ProblemSchema } from '../../errors/problem-schema.ts';
import { pageOf } from '../page.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { readXml } from './xml-reading.ts';
import { annotated } from './xml-schema.ts';
import { document, element, isFreeJson, isXmlText } from './xml-writing.ts';
import type { BodyReader, Members, ProblemFormat, Representation } from './representation.ts';

/** RFC 9457, appendix B. */
const namespace = 'urn:ietf:rfc:7807';

const problemXml: ProblemFormat = {
  mediaType: problemMediaType.replace('json', 'xml'),
  contentType: 'application/problem+xml',
  schema: annotated(ProblemSchema, 'problem', 'i', namespace),
  write: (problem) =>
    document(
      'problem',
      Object.entries(problem)
        .map(([name, value]) => element(name, value, undefined, 'i'))
        .join(''),
      namespace,
    ),
};

const reader: BodyReader = {
  mediaType: 'application/xml',
  read: (bytes, limits, schema, { description }) =>
    readXml(bytes, limits, schema, description.name),
  locate: (pointer, { name }) =>
    `/${name}${pointer.replaceAll(/\/(\d+)(?=\/|$)/g, (_, index: string) => `/item[${String(Number(index) + 1)}]`)}`,
  describe: (schema, { description }) => annotated(schema, description.name),
  illustrate: (members, schema) => withTexts(members, schema),
};

/**
 * XML 1.0: the root element is named for the resource, members are elements, lists hold `item` elements, null is
 * `xsi:nil`, and a free JSON value is its JSON text. There are no attributes but that one.
 */
export const xml: Representation = {
  name: 'xml',
  canShow: isXmlText,
  mediaType: 'application/xml',
  contentType: 'application/xml; charset=utf-8',
  problems: problemXml,
  reader,
  write(content) {
    const { description } = content;
    const { shown } = description.schemas;
    const members = (resource: object) =>
      Object.entries(resource)
        .map(([name, value]) => element(name, value, shown.properties[name]))
        .join('');
    if (content.kind === 'resource') return document(description.name, members(content.resource));
    const items = content.items.map(
      (item) => `<${description.name}>${members(item)}</${description.name}>`,
    );
    return document(
      plural(description),
      `<items>${items.join('')}</items>${element('page', content.page)}${element('links', content.links)}`,
    );
  },
  illustrate(content) {
    const { shown } = content.description.schemas;
    if (content.kind === 'resource') return withTexts(content.resource, shown);
    const { items, page, links } = content;
    return { items: items.map((item) => withTexts(item, shown)), page, links };
  },
  describeResource: ({ schemas, name }) => annotated(schemas.shown, name),
  describePage: (description) =>
    annotated(
      pageOf(description.schemas.shown, description),
      plural(description),
      description.name,
    ),
};

function plural({ names }: ResourceDescription): string {
  return names.many.charAt(0).toLowerCase() + names.many.slice(1);
}

/** Free JSON values as the texts that they are in XML. */
function withTexts(members: Members, schema: TSchema): Members {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> };
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, withTextsIn(value, properties[name])]),
  );
}

function withTextsIn(value: unknown, schema: TSchema | undefined): unknown {
  if (value === null || schema === undefined) return value;
  if (isFreeJson(schema)) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const { items } = schema as { items?: TSchema };
    return value.map((item: unknown) => withTextsIn(item, items));
  }
  return typeof value === 'object' ? withTexts(value as Members, schema) : value;
}
