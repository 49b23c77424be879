import type { Route } from '../endpoints/route.ts';
import { builtIn } from './built-in.ts';
import type { Catalogue } from './problem-document.ts';
import { Problem, type ProblemType } from './problem.ts';

/** The pages behind the `type` of every problem (RFC 9457, section 3.1.1). */
export function problemPages(catalogue: Catalogue): Route {
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
        answers: { 200: { description: 'A page for people.' } },
        problems: [builtIn.notFound],
        handle: ({ parameters }) => {
          const type = catalogue.get(parameters['code'] ?? '');
          if (type === undefined) throw new Problem(builtIn.notFound);
          return {
            status: 200,
            headers: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
            body: page(type),
          };
        },
      },
    },
  };
}

function page({ code, status, title, description }: ProblemType): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Status ${String(status)}, code <code>${escapeHtml(code)}</code>.</p>
<p>${escapeHtml(description)}</p>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
