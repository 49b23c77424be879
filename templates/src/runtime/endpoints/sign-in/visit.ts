import type { PageSession } from '../../authentication/page-sessions.ts';
import type { Application } from '../../service/application.ts';
import { entityTag } from '../entity-tag.ts';
import { html } from '../markup.ts';
import type { FindVisit, PageRequest, Visit, Visitor } from '../visitor.ts';
import { customOperationForm } from './custom-operation-form.ts';
import { customOperationsOf, describedInput, isCustomOperation } from './custom-operations.ts';
import { foreignForm } from './foreign-form.ts';
import { formReader } from './form-fields.ts';
import { tokenField } from './hidden-fields.ts';
import { readForm } from './read-form.ts';
import { isSameOrigin } from './same-origin.ts';
import type { Sessions } from './sessions.ts';

/** Paths of the pages that belong to sessions. */
export const signInPath = '/sign-in';
export const signOutPath = '/sign-out';

/**
 * Looks up who asks for a page, or sends a form. A session opens pages and what their forms lead to, and nothing else:
 * whatever has to carry a credential by itself is no page.
 *
 * @param carriers header fields that carry credentials
 */
export function visits(
  { limits, baseUrl, strategy, transportOf }: VisitOptions,
  sessions: Sessions,
  carriers: readonly string[],
): FindVisit {
  const { basePath = '' } = strategy;
  const names = carriers.map((name) => name.toLowerCase());
  const look = async (page: PageRequest): Promise<Visit | undefined> => {
    const { request, operation, resolution, now } = page;
    const { path, search, link } = resolution;
    const { method, headers, raw } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const isForm = method === 'POST' && hasForm(headers['content-type']);
    const isCarried = names.some((name) => headers[name] !== undefined);
    if (isCarried || !(isRead || isForm)) return undefined;

    const sealed = sessions.cookie.valueIn(headers, transportOf(raw) === 'secure');
    const known = sealed === undefined ? undefined : await sessions.find(sealed, now);
    // No other request proves later that a page of this service sent it.
    const session = isRead || isCustomOperation(operation) ? known : undefined;
    const back = isRead ? withQuery(link(path), search) : link(parentOf(path));
    const signIn = `${basePath}${signInPath}?to=${encodeURIComponent(back)}`;
    if (session === undefined) return stranger(signIn);
    const visit = personWith(session, sessions, page, signIn, basePath + signOutPath);
    if (!isForm) return visit;
    return {
      ...visit,
      form: {
        reader: formReader,
        checkOrigin() {
          if (!isSameOrigin(headers, baseUrl)) throw foreignForm();
        },
        read: (bytes) => readForm(sessions, limits, operation, session, bytes),
      },
    };
  };
  return (page) => (page.format?.mediaType === 'text/html' ? look(page) : undefined);
}

type VisitOptions = Pick<Application, 'limits' | 'baseUrl' | 'strategy' | 'transportOf'>;

function stranger(signIn: string): Visitor {
  return {
    signIn,
    account: ({ pages }) => html`<a href="${signIn}">${pages.signIn}</a>`,
  };
}

/** Who has signed in, with the custom operations of the version that the page shows. */
function personWith(
  session: PageSession,
  sessions: Sessions,
  { routes, resolution }: PageRequest,
  signIn: string,
  signOut: string,
): Visit {
  const { caller } = session;
  const { label = '0' } = resolution.kind === 'resolved' ? resolution.version : {};
  const token = () => sessions.tokenFor(session);
  return {
    signIn,
    person: { name: caller.name },
    caller,
    account: ({ pages }) =>
      html`<span class="weak">${caller.name}</span> <form method="post" action="${signOut}">${tokenField(token())}<button>${pages.signOut}</button></form>`,
    customOperationForm(offered) {
      const found = customOperationsOf(routes)(offered.path);
      if (found === undefined) return undefined;
      const lacks = resolution.kind === 'resolved' ? (resolution.lacks ?? []) : [];
      const input = describedInput(found.lacking?.(lacks) ?? found);
      return (
        input &&
        customOperationForm(offered, input, entityTag(offered.revision, label, 'html'), token())
      );
    },
  };
}

function hasForm(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === formReader.mediaType;
}

/** What a form was shown on: the page of the resource that a custom operation is below. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function withQuery(address: string, search: string): string {
  if (search === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${search}`;
}
