import type { Judgement } from '../issue.ts';
import { defined } from '../plain.ts';
import type { Form } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { unusableCharacter, unusableMessage } from '../yaml/text.ts';

/** Judges the look of a text; `better` gives a spelling that would do, or nothing. */
export function judgeForm(
  text: string,
  form: Form,
  maxLength: number,
  better?: (text: string) => string,
): Judgement | undefined {
  if (new RegExp(form.pattern, 'u').test(text)) return judgeLength(text, maxLength);
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

/** Judges a text that may hold anything that can be stored. */
export function judgeText(text: string, maxLength: number): Judgement | undefined {
  if (unusableCharacter(text) !== -1) return { code: 'unusable-text', message: unusableMessage };
  return judgeLength(text, maxLength);
}

function judgeLength(text: string, maxLength: number): Judgement | undefined {
  if (text === '') return { code: 'too-short', message: 'the text is empty' };
  const length = Array.from(text).length;
  if (length <= maxLength) return undefined;
  return { code: 'too-long', message: `${length} characters; at most ${maxLength} are allowed` };
}
