import { createHash } from 'node:crypto';
import { Html, html } from '../../endpoints/markup.ts';
import type { Route } from '../../endpoints/route.ts';
import { builtIn } from '../../errors/built-in.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { Application } from '../application.ts';
import { idempotencyKeyExample } from '../openapi/parameters.ts';
import { documentPath } from '../openapi/route.ts';
import { assetPath } from './assets.ts';

/** What leads from the documentation of one version to that of another. */
export interface VersionSwitch {
  readonly style: string;
  /**
   * @param up from the page to the address of the service
   */
  show(shown: ApiVersion | undefined, up: string, now: Date): Html;
}

/** Where the documentation of a version is. */
export function documentationPath({ label }: ApiVersion): string {
  return `/docs/v${label}`;
}

/**
 * The documentation for people: the OpenAPI document of a version, to read and to try.
 *
 * @param versionSwitch absent: there is one version
 * @param version absent: the newest, by itself
 */
export function documentationRoute(
  application: Application,
  versionSwitch?: VersionSwitch,
  version?: ApiVersion,
): Route {
  const { description, baseUrl, versions } = application;
  const path = version === undefined ? '/docs' : documentationPath(version);
  const shown = version ?? versions.at(-1);
  // Where there is one version, its page is that of the service, which stays.
  const canRetire = versionSwitch !== undefined && application.retirement !== undefined;
  const document = shown === undefined ? '/' : documentPath(shown);
  const up = '../'.repeat(path.split('/').length - 2);
  const script = startScript(up, document, baseUrl);
  const headers = { 'content-security-policy': policy(script, versionSwitch) };
  return {
    path,
    operations: {
      GET: {
        id: `getDocumentation${path.replaceAll(/\/docs\/?|-/g, '').replace('v', 'V')}`,
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
        problems: canRetire ? [builtIn.versionRetired] : [],
        handle: ({ now }) => {
          const gone = canRetire && shown ? application.retirement?.(shown, now) : undefined;
          if (gone !== undefined) throw gone;
          const leading = versionSwitch?.show(shown, up, now) ?? '';
          return {
            status: 200,
            headers,
            body: page(
              { title: description.title, up, document, script },
              html`${leading}${documentation}`,
            ),
          };
        },
      },
    },
  };
}

/** What is tried goes to the host that served the page, which may have other names than that of the document. */
function startScript(up: string, document: string, baseUrl: string): string {
  const options = {
    url: up + relative(document),
    dom_id: '#documentation',
    deepLinking: true,
    displayRequestDuration: true,
    // It would send the document to a server of somebody else.
    validatorUrl: null,
  };
  return `const base = ${literal(`${baseUrl}/`)};
const exampleKey = ${literal(idempotencyKeyExample)};
const here = new URL(${literal(up === '' ? '.' : up)}, location.href).href;
const requestInterceptor = (request) => {
  if (request.url.startsWith(base)) request.url = here + request.url.slice(base.length);
  // It would ask the issuer of tokens about itself; the page speaks to this service alone.
  if (!request.url.startsWith(here) && /^https?:/.test(request.url)) request.url = 'data:application/json,{}';
  // The key that is filled in is an example: sent twice, the second request would count as a repetition of the first.
  const { headers = {} } = request;
  if (headers['Idempotency-Key'] === exampleKey) headers['Idempotency-Key'] = '"' + Date.now() + '-' + Math.random() + '"';
  return request;
};
SwaggerUIBundle({ ...${literal(options)}, requestInterceptor });`;
}

/** The style sheet has dark colours for a class alone. It is set before anything is drawn. */
const colorScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();`;

/** Of what stands around the documentation. */
const style = `:root { color-scheme: light dark; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4f8; } }
body { margin: 0; }
body > header { max-width: 1420px; margin: 0 auto; padding: 16px 20px 0; font: 600 16px/1.5 system-ui, sans-serif; }
body > header a { color: var(--link); text-underline-offset: .2em; }
.swagger-ui .info { margin: 24px 0; }`;

/** Content Security Policy, level 3: this service, the scripts and styles of this page, and the pictures within the style sheet. */
function policy(script: string, versionSwitch: VersionSwitch | undefined): string {
  const styles = [style, ...(versionSwitch === undefined ? [] : [versionSwitch.style])];
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(colorScript)} ${hashOf(script)}`,
    ["style-src 'self'", ...styles.map(hashOf)].join(' '),
    'img-src data:',
    "connect-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Where the script writes the documentation. */
const documentation = html`<div id="documentation"></div>`;

interface Page {
  readonly title: string;
  /** From the address of the page to that of the service. */
  readonly up: string;
  readonly document: string;
  readonly script: string;
}

function page({ title, up, document, script }: Page, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Documentation · ${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${relative(assetPath('swagger-ui.css'))}">
<style>${new Html(style)}</style>
<script>${new Html(colorScript)}</script>
</head>
<body>
<header><a href="${up === '' ? '.' : up}">${title}</a></header>
${body}
<noscript><p>This page needs scripts. The <a href="${up}${relative(document)}">OpenAPI document</a> does not.</p></noscript>
<script src="${up}${relative(assetPath('swagger-ui-bundle.js'))}"></script>
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
