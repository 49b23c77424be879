import { everything } from '../../contract.ts';
import type { Granted } from '../../../src/runtime/authentication/caller.ts';
import type { TestAnswer, TestRequest } from './client.ts';
import type { ConformingService } from './conformance.ts';
import { usual } from './credentials.ts';
import type { AttributeSample, Json, ResourceSample } from './sample.ts';

export type Headers = Readonly<Record<string, string>>;
export type Send = (method: string, path: string, request?: TestRequest) => Promise<TestAnswer>;

const scopePrefix = 'scope:';

/** Each grant that there is: roles, and scopes as `scope:NAME`. */
export const allGrants: readonly string[] = [
  ...everything.roles,
  ...everything.scopes.map((name) => scopePrefix + name),
];

/** A credential with these grants and no other ones. */
export function granting(grants: readonly string[]): Pick<Granted, 'roles' | 'scopes'> {
  return {
    roles: grants.filter((grant) => !grant.startsWith(scopePrefix)),
    scopes: grants
      .filter((grant) => grant.startsWith(scopePrefix))
      .map((grant) => grant.slice(scopePrefix.length)),
  };
}

/** Whether a rule is about who a caller is, which no credential can be granted. */
export function isByName({ claim }: Pick<AttributeSample, 'claim'>): boolean {
  return claim === 'sub' || claim === 'client_id';
}

/** Sends requests with another credential than the usual one; each answer is held against the document. */
export function sending({ anonymous }: ConformingService, credential: Headers): Send {
  return (method, path, { body, headers } = {}) =>
    anonymous(method, path, { body, headers: { ...credential, ...headers } });
}

/**
 * Sends requests as the client of a name. One name has one password, and what it is granted is what it was granted
 * last: several of one client differ because it gets its grants anew before each request.
 */
export async function clientWith(
  service: ConformingService,
  name: string,
  granted: Partial<Granted>,
): Promise<Send> {
  const credential = await service.credentials.of(name, usual, granted);
  if (usual !== 'basic') return sending(service, credential);
  return async (...request) => {
    await service.credentials.of(name, usual, granted);
    return sending(service, credential)(...request);
  };
}

/** Whether somebody with these grants sees a member, of what it may read. */
export function maySee(
  { memberAccess }: ResourceSample,
  name: string,
  grants: readonly string[],
): boolean {
  const { readableBy } = memberAccess.find(({ member }) => member === name) ?? {};
  return readableBy?.some((grant) => grants.includes(grant)) !== false;
}

/** Whether somebody with these grants sets a member, of what it may change. */
export function maySet(
  { memberAccess }: ResourceSample,
  name: string,
  grants: readonly string[],
): boolean {
  const { writableBy } = memberAccess.find(({ member }) => member === name) ?? {};
  return writableBy?.some((grant) => grants.includes(grant)) !== false;
}

/** What of a body somebody with these grants may send. */
export function sendable(sample: ResourceSample, body: Json, grants: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => maySet(sample, name, grants)));
}

/** The same of a body that replaces a row: what the sender neither sees nor may change is not sent and stays. */
export function replaceable(sample: ResourceSample, body: Json, grants: readonly string[]): Json {
  const { immutable, readOnly, memberAccess } = sample;
  const unseen = memberAccess.filter(
    ({ readableBy }) => readableBy?.some((grant) => grants.includes(grant)) === false,
  );
  const isKept = (name: string) =>
    [...immutable, ...readOnly].includes(name) && unseen.some(({ member }) => member === name);
  return Object.fromEntries(
    Object.entries(sendable(sample, body, grants)).filter(([name]) => !isKept(name)),
  );
}

/** Makes room for a body that leaves out what must be unique: it gets the default, which another row may have. */
export async function makeRoomFor(
  { make }: ConformingService,
  sample: ResourceSample,
  body: Json,
): Promise<void> {
  const isUnsaid = (name: string) => !Object.hasOwn(body, name);
  if (!Object.keys(sample.uniqueDefaults).some(isUnsaid)) return;
  await make.clear(sample, { ...sample.uniqueDefaults, ...body });
}

/** Members with other values than rows of tests have at first, as far as they can be changed at will. */
export function changesOf(sample: ResourceSample, grants: readonly string[]): Json {
  const { bodies, immutable, unique, attributes } = sample;
  const kept = new Set([
    ...immutable,
    ...Object.keys(unique),
    ...attributes.map(({ member }) => member),
  ]);
  const changes = Object.entries(sendable(sample, bodies[1], grants));
  return Object.fromEntries(changes.filter(([name]) => !kept.has(name)));
}
