import { validateAlgorithms, validateIssuer } from '../validators/authentication.ts';
import { validateHeaderName } from '../validators/http.ts';
import { atKey, atValue, valueIssues, type Issue } from '../issue.ts';
import { isMapping } from '../plain.ts';
import type { AuthenticationMechanism, AuthenticationSection } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { valueAt } from '../structure/locate.ts';
import type { CheckContext } from './check-context.ts';

const section = ['authentication'];

/** The keys with the settings of the mechanisms that have any. */
const settings = { apiKey: 'api-key', jwt: 'jwt', oauth2: 'oauth2', basic: 'basic' } as const;

export function authenticationIssues({ valid, raw }: CheckContext): Issue[] {
  const { authentication = {} } = valid;
  // A wrong list is reported once; the rest of the specification is not checked against it.
  const isListSound =
    authentication.mechanisms !== undefined ||
    valueAt(raw, [...section, 'mechanisms']) === undefined;
  const header = authentication.apiKey?.header;
  return [
    ...(isListSound ? mechanismIssues(authentication, raw) : []),
    ...valueIssues(
      [...section, 'apiKey', 'header'],
      header === undefined ? undefined : validateHeaderName(header),
    ),
    ...tokenIssues(authentication),
  ];
}

function mechanismIssues(authentication: AuthenticationSection, raw: unknown): Issue[] {
  const { mechanisms = [defaults.mechanism] } = authentication;
  const written = valueAt(raw, section);
  const keys = isMapping(written) ? Object.keys(written) : [];
  const none = mechanisms.indexOf('none');
  if (none !== -1 && mechanisms.length > 1) {
    const message = 'none asks for nothing, so no other mechanism can stand beside it';
    return [atValue([...section, 'mechanisms', none], { code: 'contradiction', message })];
  }
  const isUsed = (mechanism: AuthenticationMechanism) => mechanisms.includes(mechanism);
  const unused = Object.entries(settings)
    .filter(([key, mechanism]) => keys.includes(key) && !isUsed(mechanism))
    .map(([key, mechanism]) => {
      const message = `${key} belongs to the mechanism ${mechanism}, which is not among the mechanisms: ${mechanisms.join(', ')}`;
      return atKey([...section, key], { code: 'contradiction', message });
    });
  const missing = (['jwt', 'oauth2'] as const)
    .filter((mechanism) => isUsed(mechanism) && !keys.includes(mechanism))
    .map((mechanism) => {
      const message = `the mechanism ${mechanism} needs to know whose tokens it accepts: the key "${mechanism}" with issuer and audience is missing`;
      const path = [...section, 'mechanisms', mechanisms.indexOf(mechanism)];
      return atValue(path, { code: 'missing-key', message });
    });
  return [...unused, ...missing];
}

function tokenIssues({ jwt, oauth2 }: AuthenticationSection): Issue[] {
  const issues = [
    ...[
      { key: 'jwt', issuer: jwt?.issuer },
      { key: 'oauth2', issuer: oauth2?.issuer },
    ].flatMap(({ key, issuer }) =>
      valueIssues(
        [...section, key, 'issuer'],
        issuer === undefined ? undefined : validateIssuer(issuer),
      ),
    ),
    ...valueIssues(
      [...section, 'jwt', 'algorithms'],
      jwt?.algorithms === undefined ? undefined : validateAlgorithms(jwt.algorithms),
    ),
  ];
  if (jwt !== undefined && jwt.issuer === oauth2?.issuer) {
    const message = 'tokens of one issuer belong to one mechanism, and jwt has the same one';
    issues.push(atValue([...section, 'oauth2', 'issuer'], { code: 'contradiction', message }));
  }
  return issues;
}
