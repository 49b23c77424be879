import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import type { Resolution } from '../versioning/resolution.ts';
import type { Texts } from './languages/texts.ts';
import type { Html } from './markup.ts';
import type { BodyReader, Format } from './representations/representation.ts';
import type { Operation, Route } from './route.ts';

/** How somebody looks at the pages of the service. */
export interface Visitor {
  /** Address of the page to sign in at, which leads back to where the visitor is. */
  readonly signIn: string;
  /** Present once the visitor has signed in: the pages offer forms. */
  readonly person?: {
    /** Of the client whose credential it is. */
    readonly name: string;
  };
  /** What the header of each page shows: the way to sign in, or who has signed in and the way to sign out. */
  account(texts: Texts): Html;
  /** The form that sends a custom operation; undefined where no form can tell what it takes in the version of the page. */
  customOperationForm?(customOperation: OfferedCustomOperation): Html | undefined;
}

/** A POST below the address of a resource that is possible as things are. */
export interface OfferedCustomOperation {
  /** Segment of its address: `check-in`. */
  readonly name: string;
  /** Its path, which names no version. */
  readonly path: string;
  readonly href: string;
  /** That of the resource that the page shows: what has changed since is not overwritten. */
  readonly revision: number;
}

/** A request of somebody who looks at the pages. */
export interface Visit extends Visitor {
  /** Who has signed in: the request is done for it. */
  readonly caller?: Caller;
  /** Present where the request is a form that has something done. */
  readonly form?: SentForm;
}

/** A form of a page, which stands for a request that a client of the interface would have sent. */
export interface SentForm {
  readonly reader: BodyReader;
  /** @throws {Problem} 403 where a page of another site sent it */
  checkOrigin(): void;
  /** @throws {Problem} 403 where it was not made for the session, 400 where the bytes are no form */
  read(bytes: Buffer): FormRequest;
}

/** What a form says, as a client of the interface would have said it. */
export interface FormRequest {
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** What decides who looks at a page. */
export interface PageRequest {
  readonly request: FastifyRequest;
  readonly operation: Operation;
  /** All that are mounted together with the operation. */
  readonly routes: readonly Route[];
  readonly resolution: Exclude<Resolution, { readonly kind: 'refused' }>;
  /** What Accept prefers of what the operation offers. */
  readonly format: Format | undefined;
  readonly now: Date;
}

/**
 * Finds out who asks for a page, or sends a form. A session opens pages and what their forms lead to, and nothing else.
 *
 * @returns undefined for any other request, and for one that carries a credential
 */
export type FindVisit = (page: PageRequest) => Visit | undefined | Promise<Visit | undefined>;
