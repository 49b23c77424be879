import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatMistakes, readSpecification } from '../../src/specification/index.ts';
import type { Specification } from '../../src/specification/index.ts';

/** Stands in the text of a test before the place at which a mistake is expected. */
const marker = '▸';

export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

/** A valid specification, or a failed test that shows its mistakes. */
export function read(text: string) {
  const reading = readSpecification(text, 'service.yaml');
  assert.ok(reading.ok, reading.ok ? '' : formatMistakes(reading.mistakes));
  return reading;
}

export function mistakesIn(text: string) {
  const reading = readSpecification(text, 'service.yaml');
  return reading.ok ? [] : reading.mistakes;
}

/** The text without its markers, and the lines and columns that they stand at. */
export function marked(text: string): { text: string; places: string[] } {
  const [first = '', ...rest] = text.split(marker);
  let before = first;
  const places = rest.map((part) => {
    const lines = before.split('\n');
    before += part;
    return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
  });
  return { text: before, places };
}

/** A test that the text has exactly these mistakes, in this order, one at each marker. */
export function refuses(title: string, codes: string | string[], text: string): void {
  test(`refuses ${title}`, () => {
    const { text: plain, places } = marked(text);
    const expected = [codes].flat().map((code, position) => `${places[position]} ${code}`);
    const found = mistakesIn(plain).map(({ line, column, code }) => `${line}:${column} ${code}`);
    assert.deepEqual(found, expected, formatMistakes(mistakesIn(plain)));
  });
}

export function accepts(title: string, text: string): void {
  test(`accepts ${title}`, () => {
    read(text);
  });
}

/** A specification with one resource, of which the fields are given as lines of YAML. */
export function withFields(fields: string, rest = ''): string {
  const lines = fields.replace(/^/gm, '      ');
  return `service: { name: order-desk }\nresources:\n  order:\n    fields:\n${lines}\n${rest}`;
}

/** A specification with one field. */
export function withField(field: string): string {
  return withFields(`total: ${field}\nother: { type: string }`);
}

/** A specification with these resources, as lines of YAML. */
export function withResources(resources: string, rest = ''): string {
  return `service: { name: order-desk }\nresources:\n${resources.replace(/^/gm, '  ')}\n${rest}`;
}

/** A specification with one resource and more sections. */
export function withSections(sections: string): string {
  return withFields('total: { type: integer }\nnote: { type: text }', sections);
}

export const smallest: Specification = {
  service: { name: 'order-desk' },
  resources: { order: { fields: { total: { type: 'integer' } } } },
};
