import { isBuiltin } from 'node:module';
import type { IssueDetails } from '../issue.ts';
import { kebabCaseOf } from '../names/casing.ts';
import { dependencies } from '../names/reserved.ts';
import { kebabCase, webAddress } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { formatOf } from '../values/formats.ts';
import { validateForm, validateText } from './form.ts';

export function validateServiceName(name: string): IssueDetails | undefined {
  const form = validateForm(name, kebabCase, 60, kebabCaseOf);
  if (form !== undefined) return form;
  const owner = ownerOf(name);
  if (owner === undefined) return undefined;
  const message = `${shown(name)} is the name of ${owner}, so no package of your own can have it`;
  return { code: 'name-reserved', message, suggestion: `${name}-service` };
}

function ownerOf(name: string): string | undefined {
  if (isBuiltin(name) || isBuiltin(`node:${name}`)) return 'a module of Node.js';
  const taken: readonly string[] = dependencies;
  return taken.includes(name) ? 'a package that the service uses' : undefined;
}

export function validateVendor(vendor: string): IssueDetails | undefined {
  return validateForm(vendor, kebabCase, 60, kebabCaseOf);
}

/** A public address: http or https, no query, fragment, credentials or version. */
export function validateBaseUrl(address: string): IssueDetails | undefined {
  const unreadable = validateWebAddress(address);
  if (unreadable !== undefined) return unreadable;
  const url = new URL(address);
  const refuse = (message: string): IssueDetails => ({
    code: 'base-url',
    message,
    found: shown(address),
  });
  if (url.username !== '' || url.password !== '') {
    return refuse('a base URL holds no user name and no password');
  }
  if (/[?#]/.test(address)) return refuse('a base URL has no query and no fragment');
  const path = address.replace(/^https?:\/\/[^/]*/, '').replace(/\/+$/, '');
  if (/\/(?:\.|%2e){0,2}(?:\/|$)/i.test(path)) {
    return refuse('no segment of the path of a base URL is empty, . or ..');
  }
  if (/\/v[0-9]+\/*$/.test(url.pathname)) {
    return refuse('the version comes after the base URL by itself; leave it out here');
  }
  return undefined;
}

/** An http or https address of RFC 3986 characters only. */
export function validateWebAddress(address: string): IssueDetails | undefined {
  const length = validateText(address, 2048);
  if (length !== undefined) return length;
  const legal = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(address);
  if (legal && URL.canParse(address)) return undefined;
  const found = shown(address);
  return { code: 'wrong-form', message: `${found} is not ${webAddress.says}`, found };
}

export function validateEmail(address: string): IssueDetails | undefined {
  const length = validateText(address, 254);
  if (length !== undefined || formatOf('email')(address)) return length;
  const found = shown(address);
  return { code: 'wrong-form', message: `${found} is not a mail address`, found };
}
