import type { ProblemBody } from '../../errors/problem-document.ts';
import { Type } from '../../resources/type.ts';
import { html, type Html } from '../markup.ts';
import { contentSecurityPolicy, page as pageWith, prose } from '../web-page.ts';
import { columnsOf } from './columns.ts';
import { shownValue } from './html-values.ts';
import { above, customOperationsOf, itemsOf, linksOf, parentOf } from './links.ts';
import type { Links } from './links.ts';
import type {
  Content,
  PageContent,
  ProblemFormat,
  Representation,
  ResourceContent,
  Scene,
  Shown,
} from './representation.ts';
import { inWords, memberInWords } from './words.ts';

const format = {
  mediaType: 'text/html',
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': contentSecurityPolicy },
};

const schema = Type.String({ maxLength: 10_000_000 });

const problems: ProblemFormat = {
  ...format,
  schema,
  write: problemPage,
};

/**
 * Pages for people. They show what every other representation says, without scripts; nothing can be sent as a page.
 */
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
  const parts = [memberList(Object.keys(resource), content, scene)];
  if (links.children.length > 0) {
    const anchors = links.children.map(
      ({ name, href }) => html`<a href="${href}">${memberInWords(name)}</a> `,
    );
    parts.push(html`<nav>${anchors}</nav>`);
  }
  if (links.customOperations.length > 0) {
    parts.push(html`<h2>${pages.possible}</h2>`);
    const { person } = scene.visitor ?? {};
    parts.push(person === undefined ? possibleNow(links) : html`${offered(content, links, scene)}`);
  }
  return pageWith({
    title: `${inWords(description.names.one)} ${titleOf(content)}`,
    service: scene.title,
    texts: scene.texts,
    link: (path) => scene.link(path),
    breadcrumbs: [
      ...(parent === undefined ? [] : [{ href: scene.link(parent), text: pages.parent }]),
      { href: scene.link(collection), text: inWords(description.names.many) },
    ],
    body: html`${parts}`,
    visitor: scene.visitor,
  });
}

/** What people call the resource. */
function titleOf({ description, resource }: Pick<ResourceContent, 'description' | 'resource'>) {
  const value = resource[columnsOf(description).title];
  return typeof value === 'string' && value.trim() !== '' ? value : resource.id;
}

function memberList(
  names: readonly string[],
  { description, resource }: ResourceContent,
  scene: Scene,
  longest?: number,
): Html {
  return html`<dl>
    ${names.map(
      (name) =>
        html`<dt data-member="${name}">${memberInWords(name)}</dt>
          <dd>${shownValue(name, resource[name], { description, scene, longest })}</dd>`,
    )}
  </dl>`;
}

function collectionPage(content: PageContent, scene: Scene): string {
  const { description, items, path, page, links } = content;
  const { pages } = scene.texts;
  const { parent } = parentOf(path);
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
    link: (path) => scene.link(path),
    breadcrumbs: parent === undefined ? [] : [{ href: scene.link(parent), text: pages.parent }],
    body: html`<p class="weak">${summary.filter((text) => text !== '').join(' · ')}</p>
      ${items.length === 0 ? html`<p>${pages.empty}</p>` : table(content, scene)}
      <nav>
        ${around.map(([href, text]) => (href === undefined ? '' : html`<a href="${href}">${text}</a> `))}
      </nav>`,
    visitor: scene.visitor,
  });
}

/** A row has what tells it apart, and unfolds the rest. */
function table(page: PageContent, scene: Scene): Html {
  const { description } = page;
  const { pages } = scene.texts;
  const { title, main, folded } = columnsOf(description);
  const heads = [title, ...main].map(
    (name) => html`<th scope="col" data-member="${name}">${memberInWords(name)}</th>`,
  );
  if (folded.length > 0) heads.push(html`<th scope="col">${pages.more}</th>`);
  const hasCustomOperations = customOperationsOf(description).length > 0;
  if (hasCustomOperations)
    heads.push(html`<th scope="col" class="custom-operations">${pages.possible}</th>`);
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
          const about = { description, scene, longest: cellLength };
          const cells = [
            html`<div><a href="${scene.link(path)}">${titleOf(content)}</a></div>`,
            ...main.map((name) => html`<div>${shownValue(name, resource[name], about)}</div>`),
          ];
          if (folded.length > 0) {
            cells.push(
              html`<details><summary>${pages.more}</summary>${memberList(present(folded, resource), content, scene, cellLength)}</details>`,
            );
          }
          if (hasCustomOperations) {
            const links = linksOf(content, scene);
            const isPerson = scene.visitor?.person !== undefined;
            cells.push(isPerson ? leadingTo(links, scene.link(path)) : possibleNow(links));
          }
          return html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** What a resource does not have at all is left out of what is unfolded. */
function present(names: readonly string[], resource: Shown): readonly string[] {
  return names.filter((name) => resource[name] !== undefined);
}

/** Listed, without a link or a form: a link sends GET, and a form carries no credential. */
function possibleNow({ customOperations }: Pick<Links, 'customOperations'>): Html {
  return html`<ul>
    ${customOperations.map(({ href }) => html`<li><code>POST ${href}</code></li>`)}
  </ul>`;
}

/** To the forms on the page of a resource. */
function leadingTo({ customOperations }: Pick<Links, 'customOperations'>, address: string): Html {
  return html`<div>
    ${customOperations.map(({ name }) => html`<a href="${address}#${name}">${memberInWords(name)}</a> `)}
  </div>`;
}

/** A form for each action and transition; those that this version cannot describe are listed without one. */
function offered(
  { resource, path }: ResourceContent,
  { customOperations }: Links,
  scene: Scene,
): Html[] {
  return customOperations.map(
    ({ name, href }) =>
      scene.visitor?.customOperationForm?.({
        name,
        path: `${path}/${name}`,
        href,
        revision: resource.revision,
      }) ?? possibleNow({ customOperations: [{ name, href }] }),
  );
}

/** Characters of a value in a table, of which four lines are seen; its own page shows all of it. */
const cellLength = 500;

function problemPage(
  problem: ProblemBody,
  { title: service, texts, link, visitor }: Scene,
): string {
  const { pages } = texts;
  const { title, status, detail, code, traceId, type, errors = [], ...members } = problem;
  const next: Html[] = [];
  if (status === 401 && visitor !== undefined) {
    next.push(html`<p><a href="${visitor.signIn}">${pages.signIn}</a></p>`);
  }
  return pageWith({
    title,
    service,
    texts,
    link,
    breadcrumbs: [],
    visitor,
    body: html`<p>${prose(detail)}</p>
      ${next}
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
