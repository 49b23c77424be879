import type { Granted } from '../../../../src/runtime/authentication/caller.ts';
import { startIssuer, type TestIssuer } from '../issuer.ts';
import type { CredentialMaker } from './credential-maker.ts';

/** Milliseconds: tokens count whole seconds. */
const second = 1000;

/** What tokens of an issuer say. */
export interface TokenOptions {
  /** All that there is to be given. */
  readonly everything: Granted;
  /** The claim that has the roles; empty where none has. */
  readonly rolesClaim: string;
  /** Whether tokens name the client beside the subject, so that rules tell the two apart. */
  readonly hasClientClaim: boolean;
  /** Names of callers of whom a token names two: one for the rules about subjects, one for those about clients. */
  readonly namesOfTwo: Readonly<Record<string, Readonly<Record<'sub' | 'client_id', string>>>>;
}

export interface IssuerOptions extends Pick<TokenOptions, 'everything' | 'rolesClaim'> {
  readonly audience: string;
  readonly algorithm: string;
  readonly clock: () => Date;
}

/** Starts an issuer whose tokens say everything unless a test wishes otherwise. */
export function issuerOf({
  everything,
  rolesClaim,
  ...settings
}: IssuerOptions): Promise<TestIssuer> {
  return startIssuer({ ...settings, claims: claimsFor(everything, rolesClaim) });
}

/** Access tokens of an issuer. */
export function tokenCredentials(
  issuer: TestIssuer,
  { everything, rolesClaim, hasClientClaim, namesOfTwo }: TokenOptions,
): CredentialMaker {
  const unsaid = Object.keys(claimsFor(everything, rolesClaim)).map((name) => [name, undefined]);
  return async (name, granted, expiresAt) => {
    const claims = {
      ...(hasClientClaim ? { client_id: `client of ${name}` } : {}),
      ...namesOfTwo[name],
      // In place of all that its tokens say otherwise.
      ...Object.fromEntries(unsaid),
      ...claimsFor(granted, rolesClaim),
      ...(expiresAt === undefined ? {} : { exp: expiresAt.getTime() / second }),
    };
    return { authorization: `Bearer ${await issuer.sign(name, { claims })}` };
  };
}

/** As an issuer says it. A rule may be about the claim that has the roles. */
function claimsFor(
  { roles = [], scopes = [], claims = {} }: Partial<Granted>,
  rolesClaim: string,
): Readonly<Record<string, unknown>> {
  const hasRoles = rolesClaim !== '' && roles.length > 0;
  return {
    ...claims,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    ...(hasRoles ? { [rolesClaim]: [...roles, ...[claims[rolesClaim] ?? []].flat()] } : {}),
  };
}
