import type { TSchema } from 'typebox';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** A document with one root element; `xsi` is declared for what is null. */
export function document(root: string, content: string, namespace?: string): string {
  const own = namespace === undefined ? `xmlns:xsi="${instance}"` : `xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${own}>${content}</${root}>\n`;
}

/**
 * A value as an element.
 *
 * @param schema tells a free JSON value, which is written as JSON text, from a list or an object
 * @param item name of the elements of lists
 */
export function element(name: string, value: unknown, schema?: TSchema, item = 'item'): string {
  if (value === undefined) return '';
  if (value === null) return `<${name} xsi:nil="true"/>`;
  return `<${name}>${content(value, schema, item)}</${name}>`;
}

function content(value: unknown, schema: TSchema | undefined, item: string): string {
  if (isFreeJson(schema)) return escapeXml(JSON.stringify(value));
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const of = (schema as { items?: TSchema } | undefined)?.items;
    return items.map((each) => element(item, each, of, item)).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = (schema as { properties?: Record<string, TSchema> } | undefined)?.properties;
    return Object.entries(value)
      .map(([name, member]) => element(name, member, members?.[name], item))
      .join('');
  }
  return escapeXml(String(value));
}

/** A member of type json: its members are no names that XML could carry. */
export function isFreeJson(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'x-maxLength' in schema;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A parser would read it as a line feed (XML 1.0, section 2.11).
  '\r': '&#13;',
};

/** Text as XML can carry it: what XML 1.0, section 2.2, leaves out becomes the replacement character. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(suspicious, (character) => (isAllowed(character) ? character : '\ufffd'))
    .replaceAll(/[&<>\r]/g, (character) => references[character] ?? '');
}

/** Whether XML 1.0 can carry a text as it is. */
export function isXmlText(text: string): boolean {
  return (text.match(suspicious) ?? []).every(isAllowed);
}

const suspicious = /\p{Cc}|[\ufffe\uffff]/gu;

function isAllowed(character: string): boolean {
  return /[\t\n\r\u007f-\u009f]/.test(character);
}
