import type { TObject } from 'typebox';
import { html, type Html } from '../markup.ts';

/** How somebody looks at the pages of the service. */
export interface Visitor {
  /** Address of the page to sign in at, which leads back to where the visitor is. */
  readonly signIn: string;
  /** Present once the visitor has signed in. */
  readonly person?: Person;
  /** What a POST to such a path takes, in the version of the page; undefined where no form can tell it. */
  commandAt?(path: string): Command | undefined;
  /** The entity tag of a revision in that version. */
  tagOf?(revision: number): string;
}

/** What a POST to an address below a resource takes. */
export interface Command {
  readonly input: TObject;
  /** Whether it honours an Idempotency-Key. */
  readonly honoursKey: boolean;
}

/** A visitor who has signed in: the pages offer forms. */
export interface Person {
  /** Of the client whose API key it is. */
  readonly name: string;
  /** Address that a form is sent to in order to sign out. */
  readonly signOut: string;
  /** Proves that a page of this service made a form for this session. Each is another text. */
  token(): string;
}

/** What forms send besides the members of a body; no member has such a name. */
export const fields = {
  token: ':token',
  ifMatch: ':if-match',
  idempotencyKey: ':idempotency-key',
} as const;

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

export function tokenField({ token }: Person): Html {
  return hiddenField(fields.token, token());
}
