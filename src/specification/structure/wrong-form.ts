import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Judgement } from '../fault.ts';
import { originOf } from '../answers/endpoints.ts';
import { grantOf } from '../answers/grants.ts';
import { camelCaseOf, kebabCaseOf } from '../names/casing.ts';
import { defined } from '../plain.ts';
import { camelCase, forms, grant, kebabCase, origin, type Form } from '../schema/forms.ts';
import { shown } from '../shown.ts';

/** A text that does not look like what belongs there. */
export function wrongForm(error: ErrorObject): Judgement {
  const form = forms.find(({ pattern }) => pattern === error.params['pattern']);
  const found = shown(error.data);
  const message = `${found} is not ${form?.says ?? 'allowed here'}`;
  const suggestion = form === undefined ? undefined : respelt(String(error.data), form);
  return { code: 'wrong-form', message, found, ...defined({ suggestion }) };
}

/** The same words in the casing of the form; undefined where that does not help. */
function respelt(text: string, form: Form): string | undefined {
  if (form === origin) return originOf(text);
  if (form === grant) return grantOf(text);
  if (form !== kebabCase && form !== camelCase) return undefined;
  const spelling = form === kebabCase ? kebabCaseOf(text) : camelCaseOf(text);
  return new RegExp(form.pattern, 'u').test(spelling) ? spelling : undefined;
}
