import { apiKeyMechanism } from '../runtime/authentication/api-key-mechanism.ts';
import { apiKeyStore } from '../runtime/authentication/api-key-store.ts';
import { authenticationBy } from '../runtime/authentication/authentication.ts';
import { endedSessions } from '../runtime/authentication/ended-sessions.ts';
import { pageSessions } from '../runtime/authentication/page-sessions.ts';
import { createIdentification } from '../runtime/endpoints/identification.ts';
import type { Route } from '../runtime/endpoints/route.ts';
import { viewsByGrants } from '../runtime/endpoints/seen-by.ts';
import { signInRoutes } from '../runtime/endpoints/sign-in/routes.ts';
import { sessionCookie } from '../runtime/endpoints/sign-in/session-cookie.ts';
import { visits } from '../runtime/endpoints/sign-in/visit.ts';
import { countFailedAuthentication } from '../runtime/limits/failed-authentication.ts';
import type { Application } from '../runtime/service/application.ts';
import type { Strategy } from '../runtime/versioning/resolution.ts';
import type { Environment } from '../environment.ts';
import { limits, policies } from '../limits/configured.ts';
import { about } from '../service/about.ts';

/** What authentication is made with. */
export interface AuthenticationParts extends Environment {
  readonly strategy: Strategy;
  readonly newId: () => string;
}

/** Names of the header fields that carry credentials. */
export const credentialHeaders = ['X-API-Key'];

/** Who sends a request, by the mechanisms that the specification names, and what that permits. */
export function composeAuthentication(parts: AuthenticationParts) {
  const { strategy, secret, sealingKeys = [secret] } = parts;
  const keys = apiKeyStore(parts.database, about.vendor, parts.newId);
  const sessions = {
    ...pageSessions(sealingKeys, about.vendor, keys, endedSessions(parts.database)),
    cookie: sessionCookie({ service: about.name, basePath: strategy.basePath ?? '' }),
  };
  const mechanisms = [apiKeyMechanism({ header: 'X-API-Key', vendor: about.vendor }, keys)];
  const authentication = authenticationBy(mechanisms);
  const failures =
    parts.quotas &&
    countFailedAuthentication(parts.quotas, policies, credentialHeaders, limits.quotaFields);
  const access = {
    authentication,
    identify: createIdentification(authentication, parts, failures),
    // A route that grants nothing is open to no caller.
    allowed: [],
    views: viewsByGrants,
    limitsAccess: true,
    findVisit: visits({ ...parts, limits }, sessions, credentialHeaders),
  } satisfies Partial<Application>;
  const routes = (application: Application): Route[] => [
    ...signInRoutes(application, sessions, 'X-API-Key', failures),
  ];
  return { mechanisms, access, routes };
}
