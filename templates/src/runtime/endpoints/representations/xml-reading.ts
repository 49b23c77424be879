import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import type { TSchema } from 'typebox';
import type { Limits } from '../../limits/limits.ts';
import { BodyRefused, textOf } from '../request-body.ts';
import { parseStrictJson } from '../strict-json.ts';
import { isFreeJson } from './xml-writing.ts';

type Schema = TSchema & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
};

const numeral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;

/**
 * The members that an XML document sets, typed as the schema has them. What does not have the form of its type stays
 * what it is, so that the validation refuses it with its place.
 *
 * @throws {Problem} 400 where the bytes are no such document. A document type declaration is refused, so that there
 *   are no entities but the five of XML itself.
 */
export function readXml(bytes: Buffer, limits: Limits, schema: TSchema, root: string): unknown {
  const element = parse(textOf(bytes));
  if (element.name !== root) throw new BodyRefused(({ body }) => body.root(root));
  return valueReader(limits.depth)(element, schema as Schema, 1);
}

function parse(text: string): XmlElement {
  let parsed;
  try {
    parsed = parseXml(withLineFeeds(text), { preserveDocumentType: true });
  } catch (error) {
    // Also a nesting so deep that the parser has no stack for it.
    throw new BodyRefused(({ body }) => body.invalidXml, { cause: error });
  }
  const { root, children } = parsed;
  if (children.some(({ type }) => type === 'doctype')) {
    throw new BodyRefused(({ body }) => body.doctype);
  }
  if (root === null) throw new BodyRefused(({ body }) => body.invalidXml);
  return root;
}

/**
 * Line breaks as XML 1.0, section 2.11, has them passed on. The parser would do the same, and copy the rest of the text
 * for each of them: a megabyte would take minutes.
 */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function valueReader(maxDepth: number) {
  return valueOf;

  function valueOf(element: XmlElement, schema: Schema | undefined, depth: number): unknown {
    if (depth > maxDepth) throw new BodyRefused(({ body }) => body.depth(maxDepth));
    if (isNil(element)) return null;
    const children = elementsOf(element);
    if (isFreeJson(schema)) {
      if (children.length > 0) throw new BodyRefused(({ body }) => body.elementsInJson);
      return parseStrictJson(element.text, maxDepth - depth);
    }
    const type = [schema?.type ?? []].flat().find((each) => each !== 'null');
    if (type === 'array' && children.every(({ name }) => name === 'item')) {
      if (children.length === 0 && element.text.trim() !== '') return element.text;
      return children.map((item) => valueOf(item, schema?.items as Schema | undefined, depth + 1));
    }
    if (type === 'object' || children.length > 0) return membersOf(children, schema, depth);
    return scalar(element.text, type);
  }

  function membersOf(
    elements: readonly XmlElement[],
    schema: Schema | undefined,
    depth: number,
  ): Record<string, unknown> {
    const members = new Map<string, unknown>();
    for (const element of elements) {
      const { name } = element;
      if (members.has(name)) throw new BodyRefused(({ body }) => body.repeated(name.slice(0, 60)));
      const properties = schema?.properties ?? {};
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      members.set(name, valueOf(element, member as Schema | undefined, depth + 1));
    }
    return Object.fromEntries(members);
  }
}

function scalar(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if ((type === 'integer' || type === 'number') && numeral.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
  return text;
}

/** Null is said by `xsi:nil`; the declaration of its namespace is the only other attribute. */
function isNil({ attributes }: XmlElement): boolean {
  let nil = false;
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'xsi:nil' && (value === 'true' || value === 'false')) nil = value === 'true';
    else if (name !== 'xmlns:xsi') throw new BodyRefused(({ body }) => body.attribute);
  }
  return nil;
}

function elementsOf({ children }: XmlElement): XmlElement[] {
  const elements = children.filter((child) => child instanceof XmlElement);
  const hasText = children.some((child) => child instanceof XmlText && child.text.trim() !== '');
  if (hasText && elements.length > 0) throw new BodyRefused(({ body }) => body.mixedContent);
  return elements;
}
