import { createHash } from 'node:crypto';
import type { Texts } from './languages/texts.ts';
import { Html, html } from './markup.ts';
import type { Visitor } from './visitor.ts';

const style = `
:root { color-scheme: light dark; --line: #8884; --weak: #6b7280; --tint: #8881; --link: #0b57d0; font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --weak: #9ca3af; --link: #8ab4f8; } }
body { margin: 0; }
header, main { max-width: 72rem; margin: 0 auto; padding: .75rem clamp(1rem, 4vw, 2rem); }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; border-bottom: 1px solid var(--line); }
header > :first-child { font-weight: 600; }
header > nav { margin: 0 0 0 auto; }
a { color: var(--link); text-underline-offset: .2em; text-decoration-thickness: 1px; }
h1 { margin: 1rem 0 .5rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.1rem; }
p { max-width: 42rem; }
ul { padding-left: 1.25rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); margin: 1rem 0; }
dt, dd { padding: .45rem 0; border-top: 1px solid var(--line); }
dt { padding-right: 2rem; color: var(--weak); overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; }
th { background: var(--tint); color: var(--weak); font-weight: 600; white-space: nowrap; }
td { border-top: 1px solid var(--line); }
td > div { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; width: max-content; max-width: 22rem; overflow-wrap: anywhere; }
.number, time { font-variant-numeric: tabular-nums; }
td a, td time { white-space: nowrap; }
td > :has(> .number) { margin-left: auto; }
td > details { min-width: 8rem; max-width: 22rem; }
td dl { grid-template-columns: minmax(0, 1fr); margin: 0; }
td dt { padding-bottom: 0; font-size: .875em; }
td dd { padding-top: 0; border-top: 0; }
summary { cursor: pointer; }
summary > span { color: var(--weak); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; }
.weak { color: var(--weak); }
form { display: grid; gap: .75rem; max-width: 28rem; margin: 1rem 0; }
main form { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
header form { display: contents; }
label { display: grid; gap: .25rem; }
label small { color: var(--weak); overflow-wrap: anywhere; }
input, select, textarea, button { box-sizing: border-box; font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: .375rem; }
input, select, textarea { width: 100%; }
textarea { font-family: ui-monospace, monospace; min-height: 5rem; resize: vertical; }
button { justify-self: start; cursor: pointer; background: var(--tint); color: inherit; overflow-wrap: anywhere; }
main button { border-color: var(--link); color: var(--link); font-weight: 600; }
header button { padding: 0; border: 0; background: none; color: var(--link); text-decoration: underline 1px; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-top: 1rem; }
@media (max-width: 36rem) {
  dl { grid-template-columns: minmax(0, 1fr); }
  dt { padding-bottom: 0; font-size: .875rem; }
  dd { padding-top: 0; border-top: 0; }
}
`;

/** Nothing is loaded and nothing runs; the one style sheet is known by its hash (CSP 3, section 8). */
export const contentSecurityPolicy = policyWith("form-action 'none'");

/**
 * Headers of a page with forms. They go to this service alone, are in no cache, and say where they come from: without a
 * referrer browsers send `Origin: null` (Fetch, section 3.1).
 */
export const formHeaders = {
  'content-security-policy': policyWith("form-action 'self'"),
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

function policyWith(forms: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    forms,
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface WebPage {
  readonly title: string;
  /** Title of the service. */
  readonly service: string;
  readonly texts: Texts;
  /** The address of a path of the service. */
  readonly link: (path: string) => string;
  /** The way here, besides home. */
  readonly breadcrumbs: readonly { readonly href: string; readonly text: string }[];
  readonly body: Html;
  /** Absent: the page leads to no sign-in. */
  readonly visitor?: Visitor | undefined;
}

/** A whole page for people. */
export function page({ title, service, texts, link, breadcrumbs, body, visitor }: WebPage): string {
  const { pages } = texts;
  const always = [html`<a href="${link('/docs')}">${pages.documentation}</a>`];
  if (visitor !== undefined) always.push(visitor.account(texts));
  return html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === service ? '' : `${title} · `}${service}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header><a href="${link('/')}">${service}</a> ${breadcrumbs.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}<nav>${always}</nav></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

/** Text in which backquotes mark what is written exactly so. */
export function prose(text: string): Html {
  return html`${text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
