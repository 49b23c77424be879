import { sessionLifetime } from '../../authentication/page-sessions.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { FailedAuthentication } from '../../limits/failed-authentication.ts';
import { Type } from '../../resources/type.ts';
import type { Application } from '../../service/application.ts';
import { authenticateCounted } from '../identification.ts';
import { html } from '../markup.ts';
import type { Answer, BodyDescription, RequestContext, Route } from '../route.ts';
import { formHeaders, page } from '../web-page.ts';
import { isSameOrigin } from './same-origin.ts';
import type { Sessions } from './sessions.ts';
import { foreignForm } from './foreign-form.ts';
import { formReader, type FormFields } from './form-fields.ts';
import { fields, hiddenField } from './hidden-fields.ts';
import { signInPath, signOutPath } from './visit.ts';

interface SignInQuery {
  /** Where the visitor comes from. */
  readonly to: string;
}

/**
 * The pages at which a person signs in with an API key, and signs out. They are no part of the interface: clients send
 * their key with each request.
 *
 * @param header in which clients send an API key
 * @param failures absent: invalid keys are not counted
 */
export function signInRoutes(
  application: Application,
  sessions: Sessions,
  header: string,
  failures?: FailedAuthentication,
): Route[] {
  const { description, strategy, baseUrl } = application;
  const { basePath = '' } = strategy;
  const home = `${basePath}/`;
  const answers = { 200: { description: 'A page for people.' } };
  const shared = { tag: 'Service', isPublic: true, mediaType: 'text/html', answers } as const;

  /** @throws {Problem} 401 where it is not valid, 429 where too many were not */
  async function verify(key: string, { client, now }: RequestContext): Promise<void> {
    const { authentication } = application;
    const head = { headers: { [header.toLowerCase()]: key }, rawHeaders: [header, key], url: '/' };
    if (authentication === undefined) return;
    if (failures === undefined) await authentication.authenticate(head, now);
    else await authenticateCounted(authentication, failures, head, client, now);
  }

  const sessionOf = async ({ headers, isSecure, now }: RequestContext) => {
    const sealed = sessions.cookie.valueIn(headers, isSecure);
    return sealed === undefined ? undefined : sessions.find(sealed, now);
  };

  return [
    {
      path: signInPath,
      isHidden: true,
      operations: {
        GET: {
          ...shared,
          id: 'getSignInPage',
          summary: 'Sign in to the pages',
          query: {
            parameters: [{ name: 'to', description: 'Where to go then.', schema: Type.String() }],
            read: (values): SignInQuery => ({ to: values.get('to')?.at(-1) ?? home }),
          },
          handle: ({ texts, link, visitor }, { query }) => {
            const { pages } = texts;
            const { to } = query as SignInQuery;
            return {
              status: 200,
              headers: { ...formHeaders, 'content-language': texts.language },
              body: page({
                title: pages.signIn,
                service: description.title,
                texts,
                link,
                breadcrumbs: [],
                ...(visitor?.person === undefined ? {} : { visitor }),
                body: html`<p>${pages.signInHint}</p>
<form method="post" action="${basePath}${signInPath}">
${hiddenField('to', to)}
<label>${pages.apiKey} <input type="password" name="key" required autofocus autocomplete="current-password" maxlength="200"></label>
<button>${pages.signIn}</button>
</form>`,
              }),
            };
          },
        },
        POST: {
          ...shared,
          id: 'signIn',
          summary: 'Sign in to the pages',
          body: formBody,
          async handle(context, { body }) {
            // Else another site could sign somebody in as somebody else.
            if (!isSameOrigin(context.headers, baseUrl)) throw foreignForm();
            const form = body as FormFields;
            const key = (form.get('key') ?? '').trim();
            await verify(key, context);
            const sealed = sessions.start(key, context.now);
            if (sealed === undefined) throw new Problem(builtIn.unauthenticated);
            return leadingTo(
              ownAddress(form.get('to'), home),
              sessions.cookie.set(sealed, sessionLifetime, context.isSecure),
            );
          },
        },
      },
    },
    {
      path: signOutPath,
      isHidden: true,
      operations: {
        POST: {
          ...shared,
          id: 'signOut',
          summary: 'Sign out of the pages',
          body: formBody,
          async handle(context, { body }) {
            const session = await sessionOf(context);
            if (session !== undefined) {
              const token = (body as FormFields).get(fields.token) ?? '';
              const isOurs = isSameOrigin(context.headers, baseUrl);
              if (!isOurs || !sessions.isTokenOf(session, token)) throw foreignForm();
              await sessions.end(session, context.now);
            }
            return leadingTo(home, sessions.cookie.clear(context.isSecure));
          },
        },
      },
    },
  ];
}

const formBody: BodyDescription<FormFields> = {
  schemas: { 'application/json': Type.Object({}) },
  reader: formReader,
  parse: (value) => value as FormFields,
};

function leadingTo(location: string, cookie: string): Answer {
  return { status: 303, headers: { location, 'set-cookie': cookie } };
}

/** An address of this service only, so that a link to the sign-in cannot redirect to another site. */
export function ownAddress(wanted: string | undefined, home: string): string {
  const here = 'http://here.invalid';
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return home;
  const { origin, pathname, search } = new URL(wanted, here);
  // A path that begins with two slashes is the name of a host.
  return origin === here && !pathname.startsWith('//') ? pathname + search : home;
}
