import { createHash } from 'node:crypto';
import type { Texts } from './languages/texts.ts';
import { Html, html } from './markup.ts';

const style = `
:root { color-scheme: light dark; --line: #8884; --weak: #6b7280; --tint: #8881; --link: #0b57d0; font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --weak: #9ca3af; --link: #8ab4f8; } }
body { margin: 0; }
header, main { max-width: 72rem; margin: 0 auto; padding: .75rem clamp(1rem, 4vw, 2rem); }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; border-bottom: 1px solid var(--line); }
header :first-child { font-weight: 600; }
header :last-child { margin-left: auto; }
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
td > * { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; width: max-content; max-width: 22rem; overflow-wrap: anywhere; }
.number, time { font-variant-numeric: tabular-nums; }
td a, td time { white-space: nowrap; }
td > :has(> .number) { margin-left: auto; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; }
.weak { color: var(--weak); }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-top: 1rem; }
@media (max-width: 36rem) {
  dl { grid-template-columns: minmax(0, 1fr); }
  dt { padding-bottom: 0; font-size: .875rem; }
  dd { padding-top: 0; border-top: 0; }
}
`;

/** Nothing is loaded and nothing runs; the one style sheet is known by its hash (CSP 3, section 8). */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface WebPage {
  readonly title: string;
  /** Title of the service. */
  readonly service: string;
  readonly texts: Texts;
  /** The way here, besides home. */
  readonly breadcrumbs: readonly { readonly href: string; readonly text: string }[];
  readonly body: Html;
}

/** A whole page for people. */
export function page({ title, service, texts, breadcrumbs, body }: WebPage): string {
  const { pages } = texts;
  return html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${service}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header><a href="/">${service}</a> ${breadcrumbs.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}<a href="/docs">${pages.documentation}</a></header>
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
