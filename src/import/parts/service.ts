import {
  checkBaseUrl,
  checkEmail,
  checkLicense,
  checkServiceName,
  checkWebAddress,
} from '../../specification/index.ts';
import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { kebab } from '../names.ts';
import { isVersion } from '../paths/addresses.ts';
import { cut, itemsOf, memberOf, membersOf, textOf, type Part } from '../source.ts';

const fallback = 'imported-service';

/** The section `service`, and the version that the address of the first server ends with. */
export function serviceOf(
  prefix: readonly string[],
  context: Context,
): { readonly section: Draft; readonly version?: string } {
  const { source, cameFrom } = context;
  const { findings, root } = source;
  const info = memberOf(root, 'info') ?? { value: {}, path: ['info'] };
  cameFrom(['service'], info.path);
  const title = textOf(info, 'title');
  const plain = kebab(title ?? '', 60);
  const name =
    [plain, `${plain}-service`.slice(0, 60), fallback].find(
      (each) => checkServiceName(each) === undefined,
    ) ?? fallback;
  findings.add('guessed', [...info.path, 'title'], `the service is called "${name}"`);
  const purpose = textOf(info, 'description') ?? textOf(info, 'summary');
  if (purpose !== undefined && cut(purpose, 2000) !== purpose) {
    findings.add(
      'dropped',
      [...info.path, 'description'],
      'what comes after 2000 characters of the description',
    );
  }
  const terms = memberOf(info, 'termsOfService');
  if (terms !== undefined) findings.add('dropped', terms.path, 'the terms of service');
  const { baseUrl, version } = addressOf(prefix, context);
  const contact = contactOf(memberOf(info, 'contact'), context);
  const license = licenseOf(memberOf(info, 'license'), context);
  const section = {
    name,
    ...(title === undefined ? {} : { title: cut(title.replace(/\s+/g, ' '), 100) }),
    ...(purpose === undefined ? {} : { purpose: cut(purpose, 2000) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(Object.keys(contact).length === 0 ? {} : { contact }),
    ...(license === undefined ? {} : { license }),
  };
  return { section, ...(version === undefined ? {} : { version }) };
}

function contactOf(contact: Part | undefined, { source: { findings } }: Context): Draft {
  if (contact === undefined) return {};
  const validators = {
    name: (text: string) => (text.length > 100 ? 'it is too long' : undefined),
    email: checkEmail,
    url: checkWebAddress,
  };
  const found: Draft = {};
  for (const [key, validate] of Object.entries(validators)) {
    const text = textOf(contact, key);
    if (text === undefined) continue;
    const wrong = validate(text);
    if (wrong === undefined) found[key] = text;
    else findings.add('dropped', [...contact.path, key], `the ${key} of the contact: ${wrong}`);
  }
  return found;
}

function licenseOf(
  license: Part | undefined,
  { source: { findings } }: Context,
): string | undefined {
  const text = textOf(license, 'identifier') ?? textOf(license, 'name');
  if (text === undefined || license === undefined) return undefined;
  const wrong = checkLicense(text);
  if (wrong === undefined) return text;
  findings.add('dropped', license.path, `the license: ${wrong}`);
  return undefined;
}

/** The address of the first server, without the version that it ends with. */
function addressOf(
  prefix: readonly string[],
  { source, cameFrom }: Context,
): { baseUrl?: string; version?: string } {
  const { findings, root } = source;
  const [server, ...others] = itemsOf(memberOf(root, 'servers'));
  for (const other of others)
    findings.add(
      'dropped',
      other.path,
      `the server ${shown(textOf(other, 'url'))}: a service has one public address`,
    );
  const template = textOf(server, 'url');
  if (server === undefined || template === undefined) return {};
  cameFrom(['service', 'baseUrl'], server.path);
  const address = filledIn(template, memberOf(server, 'variables'));
  if (address !== template)
    findings.add(
      'guessed',
      server.path,
      `the variables of the address have their defaults: ${shown(address)}`,
    );
  const segments = address.replace(/\/+$/, '').split('/');
  const last = segments.at(-1) ?? '';
  const version = segments.length > 1 && isVersion(last) ? last : undefined;
  const kept = (version === undefined ? segments : segments.slice(0, -1)).concat(prefix).join('/');
  const found = version === undefined ? {} : { version };
  if (!/^https?:\/\//.test(kept)) {
    findings.add(
      'dropped',
      server.path,
      `the server ${shown(template)}: it is no whole address; links are relative to the host that is asked`,
    );
    return found;
  }
  const wrong = checkBaseUrl(kept);
  if (wrong === undefined) return { ...found, baseUrl: kept };
  findings.add('dropped', server.path, `the server ${shown(template)}: ${wrong}`);
  return found;
}

function filledIn(template: string, variables: Part | undefined): string {
  let address = template;
  for (const [name, variable] of membersOf(variables)) {
    const defaultValue = textOf(variable, 'default');
    if (defaultValue !== undefined) address = address.replaceAll(`{${name}}`, defaultValue);
  }
  return address;
}
