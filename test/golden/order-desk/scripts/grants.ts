import type { Granted } from '../src/runtime/authentication/caller.ts';

/** What was typed is no command. Its message is all that is said. */
export class UsageError extends Error {}

/** Those of the specification. */
const roles: readonly string[] = ['reader', 'clerk', 'admin'];

/** Those that the rules of the specification ask for. */
const claimNames: readonly string[] = ['tenant'];

/** What a credential is granted. */
export const options = {
  role: { type: 'string', multiple: true, default: [] as string[] },
  claim: { type: 'string', multiple: true, default: [] as string[] },
  scope: { type: 'string', multiple: true, default: [] as string[] },
} as const;

type Typed = Readonly<Record<keyof typeof options, readonly string[]>>;

/** @throws {UsageError} */
export function grantedBy({ role, claim, scope }: Typed): Partial<Granted> {
  return {
    roles: rolesOf(role),
    claims: claimsOf(claim),
    scopes: scopesOf(scope),
  };
}

/** For a list: nothing of what was not granted. */
export function grantsIn({ roles: given, claims, scopes }: Granted): string[] {
  const pairs = Object.entries(claims).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${value}`),
  );
  return [...part('roles', given), ...part('claims', pairs), ...part('scopes', scopes)];
}

function part(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name} ${values.join(' ')}`];
}

function rolesOf(given: readonly string[]): readonly string[] {
  const wrong = given.find((role) => !roles.includes(role));
  if (wrong === undefined) return [...new Set(given)];
  throw new UsageError(
    `There is no role ${JSON.stringify(wrong)}: the roles are ${roles.join(', ')}.\n`,
  );
}

/** Of one that is there several times, any value is as good as the others. */
function claimsOf(given: readonly string[]): Granted['claims'] {
  const claims = new Map<string, string[]>();
  for (const text of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === '')
      throw new UsageError(`${JSON.stringify(text)} is no claim: write tenant=VALUE.\n`);
    if (!claimNames.includes(name)) {
      const known = claimNames.join(', ');
      throw new UsageError(
        `No rule asks for the claim ${JSON.stringify(name)}: the claims are ${known}.\n`,
      );
    }
    claims.set(name, [...new Set([...(claims.get(name) ?? []), value])]);
  }
  return Object.fromEntries(claims);
}

/** RFC 6749, section 3.3. */
function scopesOf(scopes: readonly string[]): readonly string[] {
  const wrong = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  if (wrong !== undefined) throw new UsageError(`${JSON.stringify(wrong)} is no scope.\n`);
  return [...new Set(scopes)];
}
