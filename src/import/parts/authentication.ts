import { validateIssuer } from '../../specification/validators/authentication.ts';
import { checkHeaderName } from '../../specification/index.ts';
import { scopeName } from '../../specification/schema/forms.ts';
import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import type { Operation } from '../paths/operation.ts';
import { itemsOf, memberOf, membersOf, textOf, type Part } from '../source.ts';

/** A mechanism of `service.yaml` with its settings. */
interface Mechanism {
  readonly name: 'api-key' | 'jwt' | 'oauth2' | 'basic';
  readonly settings?: Draft;
}

const keyOf = { 'api-key': 'apiKey', jwt: 'jwt', oauth2: 'oauth2', basic: 'basic' } as const;

/** The section `authentication`, out of the schemes that operations ask for. */
export function authenticationOf(
  service: string,
  operations: readonly Operation[],
  context: Context,
): Draft {
  const { source, cameFrom } = context;
  const { findings, root } = source;
  const schemes = memberOf(memberOf(root, 'components') ?? root, 'securitySchemes');
  const asked = namesAsked(operations, root);
  const found = new Map<Mechanism['name'], Mechanism>();
  for (const [name, written] of membersOf(schemes)) {
    const scheme = source.deref(written);
    if (scheme === undefined) continue;
    if (asked.size > 0 && !asked.has(name)) {
      findings.add(
        'dropped',
        scheme.path,
        `the security scheme ${shown(name)}, which no operation asks for`,
      );
      continue;
    }
    const mechanism = mechanismOf(scheme, service, context);
    if (mechanism === undefined) continue;
    if (found.has(mechanism.name)) {
      findings.add(
        'dropped',
        scheme.path,
        `the security scheme ${shown(name)}: there is one of the mechanism ${mechanism.name} already`,
      );
      continue;
    }
    if (mechanism.name === 'jwt' && found.has('oauth2')) {
      findings.add(
        'dropped',
        scheme.path,
        `the security scheme ${shown(name)}: its tokens are those of the mechanism oauth2`,
      );
      continue;
    }
    cameFrom(['authentication', keyOf[mechanism.name]], scheme.path);
    found.set(mechanism.name, mechanism);
  }
  if (found.has('oauth2') && found.delete('jwt')) {
    findings.add(
      'dropped',
      schemes?.path ?? [],
      'the scheme bearer: its tokens are those of the mechanism oauth2',
    );
  }
  if (found.size === 0) {
    findings.add(
      'guessed',
      schemes?.path ?? [],
      'the document has no way to authenticate that a service has; anyone may do anything (mechanisms: [none])',
    );
    return { mechanisms: ['none'] };
  }
  if (asked.size === 0) {
    findings.add(
      'guessed',
      schemes?.path ?? [],
      'no operation asks for a security scheme in the document; in the service all operations need authentication',
    );
  }
  for (const part of [root, ...operations.map((each) => each.part)]) tellSecurity(part, context);
  const settings = [...found.values()].flatMap((each) =>
    each.settings === undefined ? [] : [[keyOf[each.name], each.settings] as const],
  );
  return { mechanisms: [...found.keys()], ...Object.fromEntries(settings) };
}

/** The names of the schemes in all security requirements. */
function namesAsked(operations: readonly Operation[], root: Part): Set<string> {
  const requirements = [root, ...operations.map(({ part }) => part)].flatMap((part) =>
    itemsOf(memberOf(part, 'security')),
  );
  return new Set(requirements.flatMap((each) => membersOf(each).map(([name]) => name)));
}

/** What the document, or an operation of its own, asks for and no service does. */
function tellSecurity(part: Part, { source: { findings } }: Context): void {
  const security = memberOf(part, 'security');
  const items = itemsOf(security);
  if (security === undefined) return;
  if (items.length === 0 || items.some((each) => membersOf(each).length === 0)) {
    findings.add(
      'dropped',
      security.path,
      `${part.path.length === 0 ? 'what says nothing else' : 'this operation'} needs no authentication in the document; in the service all operations need it`,
    );
  }
  if (items.some((each) => membersOf(each).length > 1)) {
    findings.add('dropped', security.path, 'several schemes at once; here any one is enough');
  }
  const scopes = items.flatMap((each) =>
    membersOf(each).flatMap(([, list]) => itemsOf(list).map(({ value }) => String(value))),
  );
  if (scopes.length > 0) {
    findings.add(
      'dropped',
      security.path,
      `the scopes ${scopes.map(shown).join(', ')}: write them under authentication.allow`,
    );
  }
}

function mechanismOf(scheme: Part, service: string, context: Context): Mechanism | undefined {
  const { findings } = context.source;
  const type = textOf(scheme, 'type');
  if (type === 'apiKey') return apiKey(scheme, context);
  if (type === 'oauth2') return oauth2(scheme, service, context);
  if (type === 'openIdConnect') {
    const address = textOf(scheme, 'openIdConnectUrl') ?? '';
    const issuer = issuerFrom(address.replace(/\/\.well-known\/.*$/, ''), scheme, context);
    return { name: 'oauth2', settings: { issuer, audience: audienceOf(service, scheme, context) } };
  }
  const http = type === 'http' ? textOf(scheme, 'scheme')?.toLowerCase() : undefined;
  if (http === 'basic') return { name: 'basic' };
  if (http === 'bearer') {
    const issuer = issuerFrom('', scheme, context);
    return { name: 'jwt', settings: { issuer, audience: audienceOf(service, scheme, context) } };
  }
  findings.add(
    'dropped',
    scheme.path,
    `a security scheme of the type ${shown(type)} ${shown(textOf(scheme, 'scheme'))}: no service has it`,
  );
  return undefined;
}

function apiKey(scheme: Part, { source: { findings } }: Context): Mechanism {
  const [name, place] = [textOf(scheme, 'name') ?? '', textOf(scheme, 'in')];
  if (place === 'header' && checkHeaderName(name) === undefined)
    return { name: 'api-key', settings: { header: name } };
  findings.add(
    'renamed',
    scheme.path,
    `the key ${shown(name)} (${place ?? ''}) is sent in the header X-API-Key`,
  );
  return { name: 'api-key' };
}

function oauth2(scheme: Part, service: string, context: Context): Mechanism {
  const flows = membersOf(memberOf(scheme, 'flows')).map(([, flow]) => flow);
  const address = flows
    .map((flow) => textOf(flow, 'tokenUrl') ?? textOf(flow, 'authorizationUrl'))
    .find((each) => each !== undefined);
  const form = new RegExp(scopeName.pattern, 'u');
  const scopes = new Map(flows.flatMap((flow) => membersOf(memberOf(flow, 'scopes'))));
  const usable = [...scopes.keys()]
    .filter((scope) => form.test(scope) && scope.length <= 100)
    .slice(0, 100);
  for (const [scope, { path }] of scopes) {
    if (!usable.includes(scope))
      context.source.findings.add(
        'dropped',
        path,
        `the scope ${shown(scope)}: it has characters that scopes have not here, or comes after 100 others`,
      );
  }
  const origin = address === undefined ? '' : (URL.parse(address)?.origin ?? '');
  const settings = {
    issuer: issuerFrom(origin, scheme, context),
    audience: audienceOf(service, scheme, context),
  };
  return {
    name: 'oauth2',
    settings: usable.length === 0 ? settings : { ...settings, scopes: usable },
  };
}

const madeUp = 'https://id.example.com';

/** The address if it may be an issuer, and one that is made up where it may not. */
function issuerFrom(address: string, scheme: Part, { source: { findings } }: Context): string {
  const isIssuer =
    address !== '' &&
    address.length <= 500 &&
    validateIssuer(address) === undefined &&
    /^https?:\/\/\S+$/.test(address);
  const issuer = isIssuer ? address : madeUp;
  const why = isIssuer ? 'by the address in the scheme' : 'which is made up';
  findings.add(
    'guessed',
    scheme.path,
    `the issuer of tokens is ${shown(issuer)}, ${why}: write the real one`,
  );
  return issuer;
}

function audienceOf(service: string, scheme: Part, { source: { findings } }: Context): string {
  findings.add(
    'guessed',
    scheme.path,
    `tokens are for the audience "${service}": write the real one`,
  );
  return service;
}
