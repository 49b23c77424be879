import type { TSchema } from 'typebox';
import { indented } from '../indented-json.ts';
import { html, type Html } from '../markup.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { addressOf } from './links.ts';
import type { Scene } from './representation.ts';

/** What a value is shown by. */
export interface About {
  readonly description: ResourceDescription;
  readonly scene: Scene;
  /** Characters; what is longer is cut, and whole identifiers are left out. Absent: all is shown. */
  readonly longest?: number | undefined;
}

/** A value of a member as a page shows it. */
export function shownValue(
  name: string,
  value: unknown,
  { description, scene: { link, texts }, longest = Infinity }: About,
): Html {
  const { pages } = texts;
  if (value === undefined || value === null) return html`<span class="weak">${pages.none}</span>`;
  if (typeof value === 'boolean') return html`${value ? pages.yes : pages.no}`;
  if (typeof value === 'object') {
    const entries = Array.isArray(value) ? value.length : Object.keys(value).length;
    return html`<details><summary>${previewOf(value)}<span>${pages.entries(entries)}</span></summary><pre>${cut(indented(value), longest)}</pre></details>`;
  }
  const schema = description.schemas.shown.properties[name];
  if (isNumeric(value, schema)) return html`<span class="number">${String(value)}</span>`;
  if (isTime(schema)) return html`<time>${String(value)}</time>`;
  const reference = description.references?.[name];
  const href = reference === undefined ? undefined : addressOf(reference, value, link);
  const text = cut(String(value), longest);
  if (href === undefined) return html`${text}`;
  return longest === Infinity
    ? html`<a href="${href}">${text}</a>`
    : html`<a href="${href}" title="${text}">&hellip;${text.slice(-8)}</a>`;
}

/** Entries and characters that a folded value shows of itself. */
const previewed = { entries: 5, characters: 60 };

function previewOf(value: object): string {
  const texts = Object.values(value)
    .slice(0, previewed.entries)
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map((each) => cut(String(each), previewed.characters));
  return texts.length === 0 ? '' : `${cut(texts.join(', '), previewed.characters)} · `;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // No half of a pair of surrogates.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Decimals and 64-bit numbers are text, so that no digit is lost. */
function isNumeric(value: unknown, schema: TSchema | undefined): boolean {
  return typeof value === 'number' || /^(decimal|int64)$/.test(formatOf(schema));
}

function isTime(schema: TSchema | undefined): boolean {
  return /^(date|date-time|time-local)$/.test(formatOf(schema));
}

function formatOf(schema: TSchema | undefined): string {
  return schema !== undefined && 'format' in schema ? String(schema.format) : '';
}
