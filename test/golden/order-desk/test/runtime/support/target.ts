/** A service that runs elsewhere, and that the conformance tests are aimed at. */
export interface Target {
  /** Scheme, host, port and perhaps a path, without a slash at the end. */
  readonly url: string;
  /** One of them, for a mechanism that the OpenAPI document names. */
  readonly credentials: GivenCredentials;
}

export interface GivenCredentials {
  readonly apiKey?: string | undefined;
  readonly accessToken?: string | undefined;
  /** Name and password, with a colon between them. */
  readonly basic?: string | undefined;
}

/** Those in the environment. */
export function givenCredentials({
  API_KEY: apiKey,
  ACCESS_TOKEN: accessToken,
  BASIC_CREDENTIALS: basic,
}: NodeJS.ProcessEnv): GivenCredentials {
  return { apiKey, accessToken, basic };
}

/** What only a service that a test starts itself can give. */
const reasons = {
  clock: 'needs a clock that can be set',
  database: 'needs the database',
  log: 'needs the log',
  server: 'needs the server itself, not its address',
} as const;

export type Need = keyof typeof reasons;

let target: Target | undefined;

/** Without it the tests start the service themselves. Call it before they are loaded. */
export function aimAt(given: Target): void {
  target = given;
}

export function remoteTarget(): Target | undefined {
  return target;
}

/** By which a proxy knows a service that runs elsewhere; empty where its address has none, and for one that tests start. */
export function remotePath(): string {
  return target === undefined ? '' : new URL(target.url).pathname.replace(/\/$/, '');
}

export function isRemote(): boolean {
  return target !== undefined;
}

/** Skips a test where its service runs elsewhere and cannot give what the test needs. */
export function needing(...needs: readonly Need[]): { readonly skip: boolean | string } {
  const [need] = needs;
  return { skip: target !== undefined && need !== undefined && reasons[need] };
}

/** For a service that runs elsewhere: a test that comes here should have been skipped. */
export function outOfReach(need: Need): never {
  throw new Error(`it ${reasons[need]}: say so where the test is declared`);
}
