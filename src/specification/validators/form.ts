import type { IssueDetails } from '../issue.ts';
import { defined } from '../plain.ts';
import type { Form } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { unusableCharacter, unusableMessage } from '../yaml/text.ts';

/** Checks the look of a text; `better` gives a spelling that would do, or nothing. */
export function validateForm(
  text: string,
  form: Form,
  maxLength: number,
  better?: (text: string) => string,
): IssueDetails | undefined {
  if (new RegExp(form.pattern, 'u').test(text)) return validateLength(text, maxLength);
  const found = shown(text);
  const spelling = better?.(text);
  const suggestion =
    spelling !== undefined && new RegExp(form.pattern, 'u').test(spelling) ? spelling : undefined;
  return {
    code: 'wrong-form',
    message: `${found} is not ${form.says}`,
    found,
    ...defined({ suggestion }),
  };
}

/** Checks a text that may hold anything that can be stored. */
export function validateText(text: string, maxLength: number): IssueDetails | undefined {
  if (unusableCharacter(text) !== -1) return { code: 'unusable-text', message: unusableMessage };
  return validateLength(text, maxLength);
}

function validateLength(text: string, maxLength: number): IssueDetails | undefined {
  if (text === '') return { code: 'too-short', message: 'the text is empty' };
  const length = Array.from(text).length;
  if (length <= maxLength) return undefined;
  return { code: 'too-long', message: `${length} characters; at most ${maxLength} are allowed` };
}
