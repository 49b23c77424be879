import { emitted, everything, namedOwner, whyReceivedAlike } from '../../contract.ts';
import type { Caller, Granted } from '../../../src/runtime/authentication/caller.ts';
import { offering } from './conformance.ts';
import type { ResourceSample } from './sample.ts';
import { needing } from './target.ts';

/** A kind of resource that has events. */
export interface EventKind {
  /** `order` */
  readonly name: string;
  readonly types: readonly string[];
  /** Of each rule about the name of a client the grants of which any one is enough instead. */
  readonly byName?: readonly (readonly string[])[];
}

/** One of which not every row exists for everybody. */
export interface RuledKind extends EventKind {
  readonly rules: readonly EventRule[];
}

export interface EventRule {
  /** The resource that has the member: the one with the event, or one of its parents. */
  readonly kind: string;
  readonly member: string;
  readonly claim: string;
  readonly unless: readonly string[];
  readonly own: unknown;
  /** Where there is another value at all. */
  readonly other?: unknown;
}

/** One with members that not everybody sees. */
export interface HidingKind extends EventKind {
  readonly hidden: readonly { readonly member: string; readonly readableBy: readonly string[] }[];
}

/** One that not everybody reads. */
export interface GrantedKind extends EventKind {
  readonly readBy: readonly string[];
}

/** All that there is to be given, but for these. */
export function without(grants: readonly string[], claims: Granted['claims'] = {}): Granted {
  return {
    roles: everything.roles.filter((role) => !grants.includes(role)),
    scopes: everything.scopes.filter((scope) => !grants.includes(`scope:${scope}`)),
    claims: { ...everything.claims, ...claims },
  };
}

/** The client for which rows of tests exist, where that is decided by its name: of one name there can be many tokens. */
export function calledFor(
  { byName = [] }: EventKind,
  { roles, scopes }: Granted,
): Partial<Pick<Caller, 'name' | 'mechanism'>> {
  const grants = new Set([...roles, ...scopes.map((scope) => `scope:${scope}`)]);
  const isConfined = byName.some((unless) => !unless.some((grant) => grants.has(grant)));
  return isConfined ? namedOwner : {};
}

/** Skips a test if no two clients receive different events, or if the clock and the database are out of reach. */
export function unlessNone(kinds: readonly EventKind[]): ReturnType<typeof needing> {
  return kinds.length === 0 ? { skip: whyReceivedAlike } : needing('clock', 'database');
}

/** What the tests know of a kind. */
export function sampleOf({ types }: EventKind): ResourceSample | undefined {
  const segment = emitted.find(({ type }) => types.includes(type))?.collection ?? '';
  return offering('create', 'read').find(({ path }) => path.endsWith(`/${segment}`));
}
