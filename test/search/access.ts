import { sharedSecrets, signatures } from '../../src/specification/schema/authentication.ts';
import type { Draw } from './draw.ts';
import { claims, lines, roles, scopes } from './names.ts';
import type { Written } from './values.ts';

const mechanisms = ['api-key', 'jwt', 'oauth2', 'basic'] as const;

export interface Authentication {
  readonly section: Written;
  readonly grants: readonly string[];
  readonly isAnonymous: boolean;
}

/** How clients say who they are, and what a grant can be; who may do what is added when the resources are known. */
export function authenticationOf(draw: Draw): Authentication {
  if (draw.chance(0.12))
    return { section: { mechanisms: ['none'] }, grants: [], isAnonymous: true };
  const chosen = draw.chance(0.6) ? [draw.pick(mechanisms)] : draw.some(mechanisms, 1);
  const isWritten = draw.chance(0.85);
  const offered: readonly string[] = isWritten ? chosen : ['api-key'];
  const named = draw.chance(0.6) ? draw.some(roles, 1) : [];
  const known = offered.includes('oauth2') && draw.chance(0.6) ? draw.some(scopes, 1) : [];
  const issuer = {
    issuer: draw.pick([
      'https://id.acme.example',
      'https://acme.example/realms/a',
      'http://127.0.0.1:9/',
    ]),
    audience: draw.pick(['order-desk', 'https://api.acme.example', ...lines]),
  };
  const algorithms = (kinds: readonly (readonly string[])[]) =>
    draw.maybe('algorithms', () => draw.some(draw.pick(kinds), 1));
  const rolesClaim = () =>
    named.length > 0
      ? draw.maybe('rolesClaim', () =>
          draw.pick(['roles', 'groups', 'realm_access.roles', 'https://acme.example/roles']),
        )
      : {};
  return {
    isAnonymous: false,
    grants: [...named, ...known.map((scope) => `scope:${scope}`)],
    section: {
      ...(isWritten ? { mechanisms: chosen } : {}),
      ...(offered.includes('api-key')
        ? draw.maybe('apiKey', () =>
            draw.maybe('header', () => draw.pick(['X-Key', 'X-API-Key', 'Acme-Token', 'api-key'])),
          )
        : {}),
      ...(offered.includes('jwt')
        ? {
            jwt: {
              ...issuer,
              ...algorithms([signatures, signatures, sharedSecrets]),
              ...rolesClaim(),
            },
          }
        : {}),
      ...(offered.includes('oauth2')
        ? {
            oauth2: {
              ...issuer,
              ...(offered.includes('jwt') ? { issuer: 'https://other.acme.example' } : {}),
              ...algorithms([signatures]),
              ...rolesClaim(),
              ...(known.length > 0 ? { scopes: known } : {}),
              ...draw.maybe('introspection', () => draw.chance(0.7)),
            },
          }
        : {}),
      ...(offered.includes('basic')
        ? draw.maybe('basic', () => draw.maybe('realm', () => draw.pick(lines)))
        : {}),
      ...(named.length > 0 ? { roles: named } : {}),
    },
  };
}

const ruled = new Set(['string', 'uuid', 'email', 'enum', 'integer', 'boolean']);

/** Rules about fields that every row has a value of. */
export function rulesOf(
  draw: Draw,
  resources: Readonly<Record<string, Written>>,
  grants: readonly string[],
): Written[] {
  const suitable = Object.entries(resources).flatMap(([resource, one]) =>
    Object.entries(one['fields'] as Record<string, Written>)
      .filter(
        ([, field]) =>
          ruled.has(String(field['type'])) &&
          field['required'] === true &&
          field['nullable'] !== true &&
          field['writeOnly'] !== true,
      )
      .map(([field]) => ({ resource, field })),
  );
  return draw
    .some(suitable, 1)
    .slice(0, 3)
    .map((each) => ({
      ...each,
      claim: draw.pick(claims),
      ...draw.maybe('unless', () => draw.some(grants)),
    }));
}

export function allowOf(
  draw: Draw,
  verbs: Readonly<Record<string, readonly string[]>>,
  grants: readonly string[],
): Written {
  return Object.fromEntries(
    Object.entries(verbs).map(([resource, each]) => [
      resource,
      Object.fromEntries(
        (draw.chance(0.6) ? each : draw.some(each, 1)).map((verb) => [
          verb,
          draw.chance(0.1) ? [] : draw.some(grants, 1),
        ]),
      ),
    ]),
  );
}
