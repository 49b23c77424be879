import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { about, currentVersion, versions as knownVersions } from '../../contract.ts';
import type { SystemMembers } from '../../../src/runtime/resources/members.ts';
import { createIdentifiers } from '../../../src/runtime/storage/identifiers.ts';
import { versionValue } from '../../../src/runtime/versioning/version.ts';
import { testClient, type TestClient } from './client.ts';
import { contractOf, type Contract } from './document-contract.ts';
import type { Keeping } from './factory.ts';
import { ledgerOf, type Ledger } from './ledger.ts';
import { setBasePath } from './links.ts';
import type { TestService } from './service.ts';
import { outOfReach, type GivenCredentials, type Target } from './target.ts';
import { varied } from './varied.ts';

/** A service that runs elsewhere, as far as its address leads. */
export interface Remote {
  readonly contract: Contract;
  readonly ledger: Ledger;
  readonly keeping: Keeping;
  /** One for each who asks, because they hold its answers against the document in their own way. */
  service(): TestService;
}

/** The address does not lead to this service, or the credential is not accepted. */
export class Unreachable extends Error {}

let opened: Promise<Remote> | undefined;

/** Looks the service up, once: every test works with the same one. */
export function openRemote(target: Target): Promise<Remote> {
  opened ??= open(target);
  return opened;
}

async function open({ url, credentials }: Target): Promise<Remote> {
  const stranger = testClient(url, {});
  const contract = contractOf(await documentAt(url, stranger));
  const { mechanism, credential } = await credentialFor(contract, url, credentials);
  const client = testClient(url, credential);
  const ledger = ledgerOf(client);
  const request = ledger.noting(client);
  const service = (): TestService => ({
    get app() {
      return outOfReach('server');
    },
    get database() {
      return outOfReach('database');
    },
    get now() {
      return new Date();
    },
    createReplica: () => outOfReach('server'),
    set now(_now) {
      outOfReach('clock');
    },
    address: url,
    request,
    anonymous: ledger.noting(stranger),
    credential,
    mechanism,
    get credentials() {
      return outOfReach('database');
    },
    newId: createIdentifiers(),
    work: () => outOfReach('server'),
    stop: () => ledger.remove(),
  });
  return { contract, ledger, keeping: keepingBy(request, ledger, contract), service };
}

async function documentAt(url: string, client: TestClient): Promise<Record<string, unknown>> {
  const home = await client('GET', '/').catch((error: unknown) => {
    throw new Unreachable(`Nothing answers at ${url}.`, { cause: error });
  });
  const { name, links, versions } = home.body as {
    name?: string;
    links?: { readonly self: string };
    versions?: readonly { readonly version: number | string; readonly description: string }[];
  };
  if (name !== about.name) throw new Unreachable(`What answers at ${url} is not ${about.name}.`);
  if (home.headers.has('ratelimit')) {
    throw new Unreachable(
      `The service at ${url} counts requests, and the tests send more than a client may: start one with REQUEST_LIMITS=off.`,
    );
  }
  setBasePath(links?.self.replace(/\/$/, '') ?? '');
  const version = versions?.find((each) => each.version === versionValue(currentVersion));
  if (version === undefined) {
    const isDraft = knownVersions.length > 1 && currentVersion.released === undefined;
    const remedy = isDraft ? ', which is a draft: start one with --draft' : '';
    throw new Unreachable(`The service at ${url} has no version ${currentVersion.label}${remedy}.`);
  }
  return (await client('GET', version.description)).body;
}

interface Chosen {
  readonly mechanism: TestService['mechanism'];
  readonly credential: Readonly<Record<string, string>>;
  /** Of the environment, where it was found. */
  readonly variable: string;
}

/** The first of the schemes in the document that a credential is given for. */
async function credentialFor(
  { document, operations }: Contract,
  url: string,
  given: GivenCredentials,
): Promise<Chosen> {
  const { securitySchemes = {} } = document['components'] as {
    securitySchemes?: Readonly<Record<string, Scheme>>;
  };
  const schemes = Object.values(securitySchemes);
  const chosen = schemes.flatMap((scheme) => credentialOf(scheme, given)).at(0);
  if (schemes.length === 0) return { mechanism: 'none', credential: {}, variable: '' };
  if (chosen === undefined) {
    const names = schemes.map(variableOf);
    throw new Unreachable(
      `The service at ${url} asks for a credential: set ${[...new Set(names)].join(' or ')}.`,
    );
  }
  const closed = operations.find(({ method, isPublic }) => method === 'GET' && !isPublic);
  const path = closed?.path.replaceAll(/\{\w+\}/g, 'x') ?? '/';
  if ((await testClient(url, chosen.credential)('GET', path)).status === 401) {
    throw new Unreachable(`The service at ${url} refuses the credential in ${chosen.variable}.`);
  }
  return chosen;
}

interface Scheme {
  readonly type: string;
  readonly name?: string;
  readonly scheme?: string;
}

const variables: Readonly<Record<string, string>> = {
  apiKey: 'API_KEY',
  bearer: 'ACCESS_TOKEN',
  openIdConnect: 'ACCESS_TOKEN',
  basic: 'BASIC_CREDENTIALS',
};

function variableOf({ type, scheme = type }: Scheme): string {
  return variables[scheme] ?? scheme;
}

function credentialOf(
  described: Scheme,
  { apiKey, accessToken, basic }: GivenCredentials,
): Chosen[] {
  const { type, name = '', scheme } = described;
  const variable = variableOf(described);
  if (type === 'apiKey') {
    return apiKey === undefined
      ? []
      : [{ mechanism: 'api-key', credential: { [name.toLowerCase()]: apiKey }, variable }];
  }
  if (scheme === 'basic') {
    const authorization = `Basic ${Buffer.from(basic ?? '').toString('base64')}`;
    return basic === undefined
      ? []
      : [{ mechanism: 'basic', credential: { authorization }, variable }];
  }
  const authorization = `Bearer ${accessToken ?? ''}`;
  const mechanism = type === 'openIdConnect' ? 'oauth2' : 'jwt';
  return accessToken === undefined ? [] : [{ mechanism, credential: { authorization }, variable }];
}

/** Keeps by POST what other tests keep by a statement. */
function keepingBy(request: TestClient, ledger: Ledger, contract: Contract): Keeping {
  // Where a value cannot be varied, runs and rows of others should not start at the same one.
  const first = randomInt(60);
  const used = new Set<string>();
  return {
    async keep(_sample, collection, body) {
      const answer = await request('POST', collection, { body });
      assert.equal(answer.status, 201, answer.text);
      return answer.body as object as SystemMembers;
    },
    exists: (_sample, id) => Promise.resolve(ledger.holds(id)),
    // It holds more than the tests put into it, and nothing of that is theirs to remove.
    makeRoom: () => Promise.resolve(true),
    unique({ path, unique }, name, number) {
      const values = unique[name] ?? [];
      const value = values[(first + number) % values.length];
      const isFree = (other: unknown) => !used.has(`${path} ${name} ${String(other)}`);
      const chosen = varied(
        value,
        (other) => isFree(other) && contract.permits('POST', path, name, other),
      );
      used.add(`${path} ${name} ${String(chosen)}`);
      return chosen;
    },
  };
}
