import { createHash } from 'node:crypto';
import type { Texts } from './languages/texts.ts';
import { Html, html } from './markup.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding-bottom: .5rem; border-bottom: 1px solid #8886; }
header :first-child { font-weight: 600; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { padding: .4rem .75rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; white-space: nowrap; }
.wide { overflow-x: auto; }
pre { margin: 0; white-space: pre-wrap; }
.none { opacity: .6; }
nav { display: flex; gap: 1rem; margin-top: 1rem; }
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
