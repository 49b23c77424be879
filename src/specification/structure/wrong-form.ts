import type { ErrorObject } from 'ajv/dist/2020.js';
import type { IssueDetails } from '../issue.ts';
import { originOf } from '../validators/endpoints.ts';
import { grantOf } from '../validators/grants.ts';
import { camelCaseOf, kebabCaseOf } from '../names/casing.ts';
import { defined } from '../plain.ts';
import {
  calendarDate,
  camelCase,
  duration,
  forms,
  grant,
  kebabCase,
  origin,
  size,
  type Form,
} from '../schema/forms.ts';
import { shown } from '../shown.ts';

/** A text that does not look like what belongs there. */
export function wrongForm(error: ErrorObject): IssueDetails {
  const form = forms.find(({ pattern }) => pattern === error.params['pattern']);
  const found = shown(error.data);
  const text = String(error.data);
  const remark = sorted.test(text) ? `; a request says the direction: ?sort=${text}` : '';
  const message = `${found} is not ${form?.says ?? 'allowed here'}${remark}`;
  const suggestion = form === undefined ? undefined : respelt(text, form);
  return { code: 'wrong-form', message, found, ...defined({ suggestion }) };
}

/** How a request asks for an order; the specification names the field alone. */
const sorted = /^([a-z][a-zA-Z0-9]*),(asc|desc)$/;

/** The same in the form; undefined where that does not help. */
function respelt(text: string, form: Form): string | undefined {
  if (form === origin) return originOf(text);
  if (form === grant) return grantOf(text);
  const spelling = spellingIn(text, form);
  return spelling !== undefined && new RegExp(form.pattern, 'u').test(spelling)
    ? spelling
    : undefined;
}

function spellingIn(text: string, form: Form): string | undefined {
  switch (form) {
    case kebabCase:
      return kebabCaseOf(text);
    case camelCase:
      return sorted.exec(text)?.[1] ?? camelCaseOf(text);
    case duration:
      return durationOf(text);
    case size:
      return sizeOf(text);
    case calendarDate:
      return dateOf(text);
    default:
      return undefined;
  }
}

/** `30 sec`, `1 hour`, `PT30S`. */
function durationOf(text: string): string | undefined {
  const [, amount = '', unit = ''] = /^(?:PT)?([0-9]{1,9}) ?([a-z]+)$/i.exec(text) ?? [];
  const word = unit.toLowerCase();
  if (/^(ms|millis(econds?)?|milliseconds?)$/.test(word)) return `${amount}ms`;
  if (/^(s|secs?|seconds?)$/.test(word)) return `${amount}s`;
  if (/^(m|mins?|minutes?)$/.test(word)) return `${amount}m`;
  if (/^(h|hrs?|hours?)$/.test(word)) return `${amount}h`;
  return /^(d|days?)$/.test(word) ? `${amount}d` : undefined;
}

/** `64KB`, `1 mb`. */
function sizeOf(text: string): string | undefined {
  const [, amount = '', unit] = /^([0-9]{1,12}) ?([km])i?b?$/i.exec(text) ?? [];
  return unit === undefined ? undefined : `${amount} ${unit.toUpperCase()}iB`;
}

/** `2026/3/1`, `2026.03.01`. */
function dateOf(text: string): string | undefined {
  const [, year, month = '', day = ''] =
    /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$/.exec(text) ?? [];
  return year === undefined
    ? undefined
    : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
