import { Type, type TSchema } from 'typebox';
import type { ProblemBody } from '../../errors/problem-document.ts';
import type { Texts } from '../languages/texts.ts';
import { html, type Html } from '../markup.ts';
import { contentSecurityPolicy, page as pageWith, prose } from '../web-page.ts';
import { addressOf, above, itemsOf, linksOf, parentOf } from './links.ts';
import type { Links } from './links.ts';
import type {
  Content,
  PageContent,
  ProblemFormat,
  Representation,
  ResourceContent,
  Scene,
} from './representation.ts';

const format = {
  mediaType: 'text/html',
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': contentSecurityPolicy },
};

const schema = Type.String({ maxLength: 10_000_000 });

const problems: ProblemFormat = {
  ...format,
  schema,
  write: (problem, { title, texts }) => problemPage(problem, title, texts),
};

/** Pages for people. They show what every other representation says, and take nothing: no forms, no scripts. */
export const htmlPages: Representation = {
  ...format,
  name: 'html',
  isLocalized: true,
  problems,
  write: pageOf,
  illustrate: pageOf,
  describeResource: () => schema,
  describePage: () => schema,
};

function pageOf(content: Content, scene: Scene): string {
  return content.kind === 'resource'
    ? resourcePage(content, scene)
    : collectionPage(content, scene);
}

function resourcePage(content: ResourceContent, scene: Scene): string {
  const { description, resource, path } = content;
  const { pages } = scene.texts;
  const { collection, parent } = above(path);
  const links = linksOf(content, scene);
  const parts = [
    html`<dl>
      ${Object.entries(resource).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${valueOf(name, value, content, scene)}</dd>`,
      )}
    </dl>`,
  ];
  if (links.children.length > 0) {
    const anchors = links.children.map(({ name, href }) => html`<a href="${href}">${name}</a> `);
    parts.push(html`<nav>${anchors}</nav>`);
  }
  if (links.acts.length > 0) parts.push(html`<h2>${pages.possible}</h2>`, possibleNow(links));
  return pageWith({
    title: `${inWords(description.names.one)} ${resource.id}`,
    service: scene.title,
    texts: scene.texts,
    breadcrumbs: [
      ...(parent === undefined ? [] : [{ href: scene.link(parent), text: pages.parent }]),
      { href: scene.link(collection), text: inWords(description.names.many) },
    ],
    body: html`${parts}`,
  });
}

/** What every resource has; a reader looks for its own members first. */
const bookkeeping = new Set(['createdAt', 'updatedAt', 'revision']);

function collectionPage(content: PageContent, scene: Scene): string {
  const { description, items, path, page, links } = content;
  const { pages } = scene.texts;
  const { parent } = parentOf(path);
  const names = Object.keys(description.schemas.shown.properties);
  const columns = [
    ...names.filter((name) => !bookkeeping.has(name)),
    ...names.filter((name) => bookkeeping.has(name)),
  ];
  const around = [
    [links.first, pages.first],
    [links.prev, pages.previous],
    [links.next, pages.next],
    [links.last, pages.last],
  ] as const;
  const summary = [
    page.number === undefined ? '' : pages.page(page.number, page.totalPages),
    page.totalItems === undefined ? '' : pages.total(page.totalItems),
  ];
  return pageWith({
    title: inWords(description.names.many),
    service: scene.title,
    texts: scene.texts,
    breadcrumbs: parent === undefined ? [] : [{ href: scene.link(parent), text: pages.parent }],
    body: html`<p class="weak">${summary.filter((text) => text !== '').join(' · ')}</p>
      ${items.length === 0 ? html`<p>${pages.empty}</p>` : table(content, columns, scene)}
      <nav>
        ${around.map(([href, text]) => (href === undefined ? '' : html`<a href="${href}">${text}</a> `))}
      </nav>`,
  });
}

function table(page: PageContent, columns: readonly string[], scene: Scene): Html {
  const heads = columns.map((name) => html`<th scope="col">${name}</th>`);
  const hasActs = (page.description.acts ?? []).length > 0;
  if (hasActs) heads.push(html`<th scope="col" class="acts">${scene.texts.pages.possible}</th>`);
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${itemsOf(page).map((content) => {
          const { resource, path } = content;
          const cells = columns.map((name) =>
            name === 'id'
              ? html`<a href="${scene.link(path)}">${resource.id}</a>`
              : valueOf(name, resource[name], content, scene),
          );
          if (hasActs) cells.push(possibleNow(linksOf(content, scene)));
          return html`<tr>
            ${cells.map((cell) => html`<td><div>${cell}</div></td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** Told and not offered: a page has no forms, and a link would be followed by a GET. */
function possibleNow({ acts }: Pick<Links, 'acts'>): Html {
  return html`<ul>
    ${acts.map(({ href }) => html`<li><code>POST ${href}</code></li>`)}
  </ul>`;
}

function valueOf(
  name: string,
  value: unknown,
  { description }: Pick<ResourceContent, 'description'>,
  { link, texts }: Scene,
): Html {
  const { pages } = texts;
  if (value === undefined || value === null) return html`<span class="weak">${pages.none}</span>`;
  if (typeof value === 'boolean') return html`${value ? pages.yes : pages.no}`;
  if (typeof value === 'object') return html`<pre>${JSON.stringify(value, undefined, 2)}</pre>`;
  const schema = description.schemas.shown.properties[name];
  if (isNumeric(value, schema)) return html`<span class="number">${String(value)}</span>`;
  if (isTime(schema)) return html`<time>${String(value)}</time>`;
  const reference = description.references?.[name];
  const href = reference === undefined ? undefined : addressOf(reference, value, link);
  return href === undefined ? html`${String(value)}` : html`<a href="${href}">${String(value)}</a>`;
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

/** `ShippingLabels` as people write it. */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function problemPage(problem: ProblemBody, service: string, texts: Texts): string {
  const { pages } = texts;
  const { title, status, detail, code, traceId, type, errors = [], ...members } = problem;
  return pageWith({
    title,
    service,
    texts,
    breadcrumbs: [],
    body: html`<p>${prose(detail)}</p>
      ${
        errors.length === 0
          ? ''
          : html`<h2>${pages.faults}</h2>
              <ul>
                ${errors.map((error) => html`<li><code>${error.at}</code> ${prose(error.detail)}</li>`)}
              </ul>`
      }
      <dl>
        <dt>${pages.status}</dt>
        <dd>${String(status)}</dd>
        <dt>${pages.code}</dt>
        <dd><a href="${type}">${code}</a></dd>
        ${Object.entries(members).map(([name, value]) => memberOf(name, value))}
        <dt>${pages.trace}</dt>
        <dd><code>${traceId}</code></dd>
      </dl>`,
  });
}

/** What a kind of problem tells besides, under the name by which its text speaks of it. */
function memberOf(name: string, value: unknown): Html {
  const texts = [value]
    .flat()
    .map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)));
  const shown = texts.map((text, index) => {
    const separator = index === 0 ? '' : ', ';
    return /^https?:/.test(text)
      ? html`${separator}<a href="${text}">${text}</a>`
      : html`${separator}${text}`;
  });
  return html`<dt><code>${name}</code></dt>
        <dd>${shown}</dd>`;
}
