import type { FastifyRequest } from 'fastify';
import type { PageSession } from '../../authentication/page-sessions.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { Application } from '../../service/application.ts';
import type { Address } from '../../versioning/resolution.ts';
import type { Format } from '../representations/representation.ts';
import type { Operation } from '../route.ts';
import { isCommand } from './commands.ts';
import { formReader } from './form-fields.ts';
import { isSameOrigin } from './same-origin.ts';
import type { Visitor } from './visitor.ts';

/** A request of somebody who looks at the pages. */
export interface Visit extends Visitor {
  /** Whom the request is done for: it reads a page, or it is a form that has something done. */
  readonly session?: PageSession;
  readonly isForm: boolean;
}

/** Paths of the pages that belong to sessions. */
export const signInPath = '/sign-in';
export const signOutPath = '/sign-out';

const visits = new WeakMap<FastifyRequest['raw'], Visit>();

/** How the sender of a request looks at the pages, once that is known. */
export function visitOf({ raw }: Pick<FastifyRequest, 'raw'>): Visit | undefined {
  return visits.get(raw);
}

/**
 * Looks up who asks for a page, or sends a form. A session opens pages and what their forms lead to, and nothing else:
 * whatever has to carry a credential by itself is no page.
 *
 * @returns undefined for any other request, and for one that carries a credential
 * @throws {Problem} 403 for a form that a page of another site sends
 */
export async function visit(
  application: Application,
  operation: Operation,
  request: FastifyRequest,
  { path, search, link }: Address,
  format: Format | undefined,
  now: Date,
): Promise<Visit | undefined> {
  const { sessions, authentication, baseUrl, strategy, transportOf } = application;
  const { method, headers, raw } = request;
  if (sessions === undefined || format?.mediaType !== 'text/html') return undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  const isForm = method === 'POST' && hasForm(headers['content-type']);
  const isCarried = authentication?.headers.some(
    (name) => headers[name.toLowerCase()] !== undefined,
  );
  if (isCarried === true || !(isRead || isForm)) return undefined;

  const { basePath = '' } = strategy;
  const sealed = sessions.cookie.valueIn(headers, transportOf(raw) === 'secure');
  const known = sealed === undefined ? undefined : await sessions.find(sealed, now);
  // No other request proves later that a page of this service sent it.
  const session = isRead || isCommand(operation) ? known : undefined;
  const back = isRead ? withQuery(link(path), search) : link(parentOf(path));
  const found: Visit = {
    signIn: `${basePath}${signInPath}?to=${encodeURIComponent(back)}`,
    isForm: isForm && session !== undefined,
    ...(session === undefined
      ? {}
      : {
          session,
          person: {
            name: session.caller.name,
            signOut: basePath + signOutPath,
            token: () => sessions.tokenFor(session),
          },
        }),
  };
  visits.set(raw, found);
  if (found.isForm && !isSameOrigin(headers, baseUrl)) throw foreignForm();
  return found;
}

function hasForm(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === formReader.mediaType;
}

/** What a form was shown on: the page of the resource that a command is below. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function withQuery(address: string, search: string): string {
  if (search === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${search}`;
}

/** A form that no page of this service made for this session. */
export function foreignForm(): Problem {
  return new Problem(builtIn.forbidden, { detail: ({ details }) => details.foreignForm });
}
