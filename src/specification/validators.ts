import { validateAmong } from './validators/collisions.ts';
import { validateFieldCollision, validateFieldName } from './validators/field-name.ts';
import { validateForm, validateText } from './validators/form.ts';
import { validateHeaderName, validateProblemCode, validateStatus } from './validators/http.ts';
import {
  validateDuration,
  validateSize,
  type DurationKey,
  type SizeKey,
} from './validators/limits.ts';
import { validatePattern } from './validators/pattern.ts';
import { validatePlural, validateResourceName } from './validators/resource-name.ts';
import * as service from './validators/service.ts';
import type { IssueDetails } from './issue.ts';
import { sentence } from './format.ts';
import { snakeCase } from './names/casing.ts';
import { pluralOf } from './names/plural.ts';
import { systemFields } from './names/reserved.ts';
import { resolveField } from './resolve/field.ts';
import type { Field, Item, Member } from './schema.ts';
import { oneLine } from './schema/forms.ts';
import { isDate } from './values/calendar.ts';
import { validateValue } from './values/value.ts';

/**
 * Checks of single answers, by the same rules as the file. Each gives what is wrong in one sentence, with the spelling
 * that was probably meant, or undefined for a good answer.
 */

export const checkServiceName = (name: string) => said(service.validateServiceName(name));
export const checkVendor = (vendor: string) => said(service.validateVendor(vendor));
export const checkBaseUrl = (address: string) => said(service.validateBaseUrl(address));
export const checkEmail = (address: string) => said(service.validateEmail(address));
export const checkWebAddress = (address: string) => said(service.validateWebAddress(address));
export const checkLicense = (license: string) => said(validateForm(license, oneLine, 100));

/** Free text of at least one and at most `maxLength` characters. */
export const checkText = (text: string, maxLength: number) => said(validateText(text, maxLength));

/** The name of a resource beside others, with the plural that it would get. */
export function checkResourceName(name: string, others: readonly string[] = []) {
  return said(
    validateResourceName(name) ??
      validatePlural(pluralOf(name)) ??
      validateAmong({ name, plural: pluralOf(name) }, others.map(withPlural)),
  );
}

/** The plural of the resource `name`, beside the other resources. */
export function checkPlural(plural: string, name: string, others: readonly string[] = []) {
  return said(validatePlural(plural) ?? validateAmong({ name, plural }, others.map(withPlural)));
}

/** The name of a field beside `others`; `parent` is that of the resource it belongs to, if it is a child. */
export function checkFieldName(name: string, others: readonly string[] = [], parent?: string) {
  const columns = new Map([...systemFields, ...others].map((other) => [snakeCase(other), other]));
  return said(validateFieldName(name, parent) ?? validateFieldCollision(name, columns));
}

export const checkEnumValue = (value: string) => said(validateText(value, 100));
export const checkPattern = (pattern: string) => said(validatePattern(pattern));
export const checkHeaderName = (name: string) => said(validateHeaderName(name));
export const checkProblemCode = (code: string) => said(validateProblemCode(code));
export const checkStatus = (status: number) => said(validateStatus(status));
export const checkSize = (key: SizeKey, size: string | number) => said(validateSize(key, size));
export const checkDuration = (key: DurationKey, duration: string) =>
  said(validateDuration(key, duration));

/** A day, YYYY-MM-DD. */
export const checkDate = (text: string) =>
  isDate(text) ? undefined : 'a date is written as YYYY-MM-DD, such as 2026-03-01';

/** A default or an example of a field. The field itself has no mistake. */
export function checkValue(field: Field | Member | Item, value: unknown): string | undefined {
  return validateValue(resolveField(field), value);
}

function withPlural(name: string) {
  return { name, plural: pluralOf(name) };
}

function said(details: IssueDetails | undefined): string | undefined {
  return details === undefined ? undefined : sentence(details);
}
