import { isBuiltin } from 'node:module';
import type { Judgement } from '../issue.ts';
import { kebabCaseOf } from '../names/casing.ts';
import { dependencies } from '../names/reserved.ts';
import { kebabCase, webAddress } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { formatOf } from '../values/formats.ts';
import { judgeForm, judgeText } from './form.ts';

export function judgeServiceName(name: string): Judgement | undefined {
  const form = judgeForm(name, kebabCase, 60, kebabCaseOf);
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

export function judgeVendor(vendor: string): Judgement | undefined {
  return judgeForm(vendor, kebabCase, 60, kebabCaseOf);
}

/** A public address: http or https, no query, fragment, credentials or version. */
export function judgeBaseUrl(address: string): Judgement | undefined {
  const unreadable = judgeWebAddress(address);
  if (unreadable !== undefined) return unreadable;
  const url = new URL(address);
  const refuse = (message: string): Judgement => ({
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
export function judgeWebAddress(address: string): Judgement | undefined {
  const length = judgeText(address, 2048);
  if (length !== undefined) return length;
  const legal = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(address);
  if (legal && URL.canParse(address)) return undefined;
  const found = shown(address);
  return { code: 'wrong-form', message: `${found} is not ${webAddress.says}`, found };
}

export function judgeEmail(address: string): Judgement | undefined {
  const length = judgeText(address, 254);
  if (length !== undefined || formatOf('email')(address)) return length;
  const found = shown(address);
  return { code: 'wrong-form', message: `${found} is not a mail address`, found };
}
