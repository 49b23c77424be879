import { camelCaseOf, kebabCaseOf } from '../specification/names.ts';
import { camelCase } from '../specification/schema/forms.ts';

const memberForm = new RegExp(camelCase.pattern, 'u');

/** Letters without their accents, because names are made of those from a to z. */
function plainLetters(text: string): string {
  return text.slice(0, 1000).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** `line_items` and `LineItems` → `line-items`; empty where no letter from a to z is left. */
export function kebab(text: string, most = 40): string {
  return kebabCaseOf(plainLetters(text)).slice(0, most).replace(/-+$/, '');
}

/** `line_items` → `lineItems`. What is a name of a field already stays as it is; undefined where no letter from a to z is left. */
export function fieldName(text: string): string | undefined {
  if (memberForm.test(text) && text.length <= 60) return text;
  const name = camelCaseOf(plainLetters(text)).slice(0, 60);
  if (memberForm.test(name)) return name;
  return /^[0-9]/.test(name) ? `field${name}`.slice(0, 60) : undefined;
}

/** Whether two names are the same apart from casing and separators. */
export function isSameName(one: string, other: string): boolean {
  return squash(one) === squash(other);
}

export function squash(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
