import assert from 'node:assert/strict';
import { SaxesParser } from 'saxes';

type Json = Readonly<Record<string, unknown>>;

/** An element of a document that was parsed. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** Without the declarations of namespaces. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Its own text; that of its children is not part of it. */
  text: string;
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** The root element. Fails where the text is no well-formed document. */
export function parseXml(text: string): XmlElement {
  const document: XmlElement = { name: '', namespace: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const parser = new SaxesParser({ xmlns: true });
  const current = () => open.at(-1) ?? document;
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes).filter(
      ({ prefix, local: name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(
        own.map(({ uri: space, local: name, value }) => [`{${space}}${name}`, value]),
      ),
      children: [],
      text: '',
    };
    current().children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    current().text += piece;
  });
  parser.on('cdata', (piece) => {
    current().text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [root] = document.children;
  assert.ok(root !== undefined);
  return root;
}

/**
 * What an element says, by its schema in the OpenAPI document: nothing but the schema tells a number from text, and a
 * list of one from an object. Fails where the element has what it should not.
 *
 * @param follow replaces a reference by what it leads to
 */
export function valueOf(
  { name, attributes, children, text }: XmlElement,
  schema: Json,
  follow: (schema: Json) => Json,
): unknown {
  const { type, properties = {}, items, ...rest } = follow(schema);
  const isNil = attributes[`{${instance}}nil`] === 'true';
  assert.deepEqual(Object.keys(attributes), isNil ? [`{${instance}}nil`] : [], name);
  if (isNil) {
    assert.deepEqual([children, text], [[], ''], name);
    return null;
  }
  if ('x-maxLength' in rest) return JSON.parse(text);
  const types = new Set([type].flat());
  if (types.has('array')) {
    const { name: item } = (follow(items as Json)['xml'] ?? {}) as { name?: string };
    assert.equal(text.trim(), '', name);
    return children.map((child) => {
      assert.equal(child.name, item);
      return valueOf(child, items as Json, follow);
    });
  }
  if (types.has('object')) {
    assert.equal(text.trim(), '', name);
    const names = children.map((child) => child.name);
    assert.equal(new Set(names).size, names.length, `${name} has no element twice`);
    const members = properties as Readonly<Record<string, Json>>;
    return Object.fromEntries(
      children.map((child) => [child.name, valueOf(child, members[child.name] ?? {}, follow)]),
    );
  }
  assert.deepEqual(children, [], name);
  if (types.has('integer') || types.has('number')) return Number(text);
  return types.has('boolean') ? text === 'true' : text;
}

/** Characters that are written as references: all beyond letters and digits, or those alone that would mean something else. */
export type Escaping = 'all' | 'what must be';

/** A document that says what a JSON object says. */
export function xmlOf(
  root: string,
  body: Json,
  schema: Json,
  follow: (schema: Json) => Json,
  escaping: Escaping,
): string {
  const content = contentOf(body, schema, follow, escaping);
  return `<?xml version="1.0"?><${root} xmlns:xsi="${instance}">${content}</${root}>`;
}

function contentOf(
  value: unknown,
  schema: Json,
  follow: (schema: Json) => Json,
  escaping: Escaping,
): string {
  const { properties = {}, items = {}, ...rest } = follow(schema);
  if ('x-maxLength' in rest) return escaped(JSON.stringify(value), escaping);
  const members = properties as Readonly<Record<string, Json>>;
  const element = (name: string, inner: unknown, of: Json) =>
    inner === null
      ? `<${name} xsi:nil="true"/>`
      : `<${name}>${contentOf(inner, of, follow, escaping)}</${name}>`;
  if (Array.isArray(value)) {
    return value.map((each) => element('item', each, items as Json)).join('');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, inner]) => element(name, inner, members[name] ?? {}))
      .join('');
  }
  return escaped(String(value), escaping);
}

/** XML 1.0, section 4.1. */
function escaped(text: string, escaping: Escaping): string {
  const referred = escaping === 'all' ? /[^A-Za-z0-9]/gu : /[<>&\r]/g;
  return text.replaceAll(referred, (character) => `&#${String(character.codePointAt(0))};`);
}
