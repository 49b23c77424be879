import { contentSecurityPolicy, formHeaders, page, prose } from '../endpoints/web-page.ts';
import { html } from '../endpoints/markup.ts';
import type { Route } from '../endpoints/route.ts';
import type { Application } from '../service/application.ts';
import { builtIn } from './built-in.ts';
import { wordsOf } from './problem-document.ts';
import { Problem } from './problem.ts';

/** The pages behind the `type` of every problem (RFC 9457, section 3.1.1). */
export function problemPages({
  catalogue,
  description,
}: Pick<Application, 'catalogue' | 'description'>): Route {
  return {
    path: '/problems/{code}',
    parameters: { code: 'Code of a problem.' },
    operations: {
      GET: {
        id: 'getProblemPage',
        summary: 'Explain a problem',
        description:
          'The page behind the `type` of a problem: what happened, and what to do about it.',
        tag: 'Service',
        isPublic: true,
        mediaType: 'text/html',
        cacheControl: 'no-cache',
        answers: {
          200: {
            description: 'A page for people.',
            headers: {
              'Content-Security-Policy': 'What the page may load, which is nothing.',
              'Content-Language': 'Language of the page.',
            },
          },
        },
        problems: [builtIn.notFound],
        handle: ({ parameters, texts, link, visitor }) => {
          const type = catalogue.get(parameters['code'] ?? '');
          if (type === undefined) throw new Problem(builtIn.notFound);
          const { title, description: words } = wordsOf(type, texts);
          const { pages } = texts;
          return {
            status: 200,
            headers: {
              'content-security-policy': contentSecurityPolicy,
              'content-language': texts.language,
              ...(visitor?.person === undefined ? {} : formHeaders),
            },
            body: page({
              title,
              service: description.title,
              texts,
              link,
              breadcrumbs: [],
              visitor,
              body: html`<p>${prose(words)}</p>
                <dl>
                  <dt>${pages.status}</dt>
                  <dd>${String(type.status)}</dd>
                  <dt>${pages.code}</dt>
                  <dd><code>${type.code}</code></dd>
                </dl>`,
            }),
          };
        },
      },
    },
  };
}
