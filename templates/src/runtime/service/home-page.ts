import { html, type Html } from '../endpoints/markup.ts';
import { memberInWords } from '../endpoints/representations/words.ts';
import type { RequestContext } from '../endpoints/route.ts';
import { page } from '../endpoints/web-page.ts';

/** What of the home document people read. */
export interface HomeContent {
  readonly title: string;
  readonly purpose: string;
  /** The oldest first. */
  readonly versions: readonly {
    readonly version: number | string;
    readonly state: string;
    readonly collections: readonly string[];
  }[];
}

/** The page that the title of every page leads to: what there is, the newest version first. */
export function homePage(
  { title, purpose, versions }: HomeContent,
  { texts, link, visitor }: RequestContext,
): string {
  const { pages } = texts;
  const sections = versions.toReversed().map(
    ({
      version,
      state,
      collections,
    }) => html`<h2>${pages.version} ${String(version)} <span class="weak">${state}</span></h2>
${collections.length === 0 ? '' : html`<ul>${collections.map(entry)}</ul>`}
`,
  );
  return page({
    title,
    service: title,
    texts,
    link,
    breadcrumbs: [],
    body: html`<p>${purpose}</p>
${sections}`,
    visitor,
  });
}

function entry(address: string): Html {
  const path = address.split('?', 1)[0] ?? '';
  return html`<li><a href="${address}">${memberInWords(path.slice(path.lastIndexOf('/') + 1))}</a></li>`;
}
