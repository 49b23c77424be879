import { memberInWords } from '../endpoints/representations/words.ts';
import type { Html } from '../endpoints/markup.ts';
import type { Operation, RequestContext, Route } from '../endpoints/route.ts';
import { page } from '../endpoints/web-page.ts';
import type { TSchema } from 'typebox';
import type { Application } from './application.ts';

/** A list of the service that everybody may read, as JSON and as a page. */
export interface PublicList<Content> extends Pick<Operation, 'id' | 'summary' | 'description'> {
  /** Below the address of the service. */
  readonly path: string;
  /** What the answer holds, in words. */
  readonly answer: string;
  readonly schema: TSchema;
  readonly body: Content;
  /** The page below its heading. */
  show(content: Content, context: RequestContext): Html;
}

export function publicListRoute<Content extends object>(
  { description: { title: service } }: Pick<Application, 'description'>,
  { path, answer, schema, body, show, ...texts }: PublicList<Content>,
): Route {
  return {
    path,
    operations: {
      GET: {
        ...texts,
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        page: (document, context) =>
          page({
            title: memberInWords(path.slice(path.lastIndexOf('/') + 1)),
            service,
            texts: context.texts,
            link: context.link,
            breadcrumbs: [],
            body: show(document as Content, context),
            visitor: context.visitor,
          }),
        answers: {
          200: {
            description: answer,
            schema,
            headers: { 'Content-Language': 'Language of the page, where one is asked for.' },
          },
        },
        handle: () => ({ status: 200, body }),
      },
    },
  };
}
