import { isObject, list, object, type Json, type OpenApi } from './document.ts';

/** A value as an XML document, by the `xml` annotations of its schema (OpenAPI 3.1, section 4.8.26). */
export function xmlDocument(document: OpenApi, schema: Json, value: unknown): string {
  const resolved = document.resolve(schema);
  const name = String(object(resolved['xml'])['name'] ?? 'root');
  const declaration = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return `<?xml version="1.0" encoding="UTF-8"?><${name} ${declaration}>${content(document, resolved, value)}</${name}>`;
}

function element(document: OpenApi, name: string, schema: unknown, value: unknown): string {
  // What has no name that XML could carry cannot be sent at all.
  const safe = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'unnamed';
  if (value === null) return `<${safe} xsi:nil="true"/>`;
  return `<${safe}>${content(document, document.resolve(schema), value)}</${safe}>`;
}

function content(document: OpenApi, schema: Json, value: unknown): string {
  if (Array.isArray(value)) {
    const items = document.resolve(schema['items']);
    const name = String(object(items['xml'])['name'] ?? 'item');
    return list(value)
      .map((item) => element(document, name, items, item))
      .join('');
  }
  if (isObject(value)) {
    const properties = object(schema['properties']);
    return Object.entries(value)
      .map(([name, member]) =>
        element(
          document,
          name,
          Object.hasOwn(properties, name) ? properties[name] : undefined,
          member,
        ),
      )
      .join('');
  }
  return escaped(String(value));
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text
    .replaceAll(/[&<>]/g, (character) => references[character] ?? '')
    .replaceAll('\r', '&#13;');
}
