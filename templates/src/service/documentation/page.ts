import { createHash } from 'node:crypto';
import { Html, html } from '../../endpoints/markup.ts';
import type { Route } from '../../endpoints/route.ts';
import type { Application } from '../application.ts';
import { documentPath } from '../openapi/route.ts';
import { assetPath } from './assets.ts';

/** The documentation for people: the OpenAPI document of the newest version, to read and to try. */
export function documentationRoute({ description, baseUrl, versions }: Application): Route {
  const newest = versions.at(-1);
  const document = newest === undefined ? '/' : documentPath(newest);
  const script = startScript(document, baseUrl);
  const body = page(description.title, document, script);
  const headers = { 'content-security-policy': policy(script) };
  return {
    path: '/docs',
    operations: {
      GET: {
        id: 'getDocumentation',
        summary: 'Read the documentation',
        description:
          'A page for people, made of the OpenAPI document. It loads nothing from elsewhere.',
        tag: 'Service',
        isPublic: true,
        mediaType: 'text/html',
        cacheControl: 'no-cache',
        answers: {
          200: {
            description: 'A page for people.',
            headers: { 'Content-Security-Policy': 'What the page may load.' },
          },
        },
        handle: () => ({ status: 200, headers, body }),
      },
    },
  };
}

/** What is tried goes to the host that served the page, which may have other names than that of the document. */
function startScript(document: string, baseUrl: string): string {
  const options = {
    url: relative(document),
    dom_id: '#documentation',
    deepLinking: true,
    displayRequestDuration: true,
    // It would send the document to a server of somebody else.
    validatorUrl: null,
  };
  return `const base = ${literal(`${baseUrl}/`)};
const here = new URL('.', location.href).href;
const requestInterceptor = (request) => {
  if (request.url.startsWith(base)) request.url = here + request.url.slice(base.length);
  // It would ask the issuer of tokens about itself; the page speaks to this service alone.
  if (!request.url.startsWith(here) && /^https?:/.test(request.url)) request.url = 'data:application/json,{}';
  return request;
};
SwaggerUIBundle({ ...${literal(options)}, requestInterceptor });`;
}

/** Content Security Policy, level 3: this service, the script of this page, and the pictures within the style sheet. */
function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function page(title: string, document: string, script: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${relative(assetPath('swagger-ui.css'))}">
</head>
<body>
<div id="documentation"></div>
<noscript><p>This page needs scripts. The <a href="${relative(document)}">OpenAPI document</a> does not.</p></noscript>
<script src="${relative(assetPath('swagger-ui-bundle.js'))}"></script>
<script>${new Html(script)}</script>
</body>
</html>
`.text;
}

/** A path as the page refers to it: wherever a gateway puts the service, the page is beside its document. */
function relative(path: string): string {
  return path.slice(1);
}

/** A value as it stands in a script within HTML, which no value can end. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
