import { judgeAmong } from './answers/collisions.ts';
import { judgeFieldCollision, judgeFieldName } from './answers/field-name.ts';
import { judgeForm, judgeText } from './answers/form.ts';
import { judgeHeaderName, judgeProblemCode, judgeStatus } from './answers/http.ts';
import { judgeDuration, judgeSize, type DurationKey, type SizeKey } from './answers/limits.ts';
import { judgePattern } from './answers/pattern.ts';
import { judgePlural, judgeResourceName } from './answers/resource-name.ts';
import * as service from './answers/service.ts';
import type { Judgement } from './issue.ts';
import { sentence } from './format.ts';
import { snakeCase } from './names/casing.ts';
import { pluralOf } from './names/plural.ts';
import { systemFields } from './names/reserved.ts';
import { resolveField } from './resolve/field.ts';
import type { Field, Item, Member } from './schema.ts';
import { oneLine } from './schema/forms.ts';
import { isDate } from './values/calendar.ts';
import { judgeValue } from './values/value.ts';

/**
 * Checks of single answers, by the same rules as the file. Each gives what is wrong in one sentence, with the spelling
 * that was probably meant, or undefined for a good answer.
 */

export const checkServiceName = (name: string) => said(service.judgeServiceName(name));
export const checkVendor = (vendor: string) => said(service.judgeVendor(vendor));
export const checkBaseUrl = (address: string) => said(service.judgeBaseUrl(address));
export const checkEmail = (address: string) => said(service.judgeEmail(address));
export const checkWebAddress = (address: string) => said(service.judgeWebAddress(address));
export const checkLicense = (license: string) => said(judgeForm(license, oneLine, 100));

/** Free text of at least one and at most `maxLength` characters. */
export const checkText = (text: string, maxLength: number) => said(judgeText(text, maxLength));

/** The name of a resource beside others, with the plural that it would get. */
export function checkResourceName(name: string, others: readonly string[] = []) {
  return said(
    judgeResourceName(name) ??
      judgePlural(pluralOf(name)) ??
      judgeAmong({ name, plural: pluralOf(name) }, others.map(withPlural)),
  );
}

/** The plural of the resource `name`, beside the other resources. */
export function checkPlural(plural: string, name: string, others: readonly string[] = []) {
  return said(judgePlural(plural) ?? judgeAmong({ name, plural }, others.map(withPlural)));
}

/** The name of a field beside `others`; `parent` is that of the resource it belongs to, if it is a child. */
export function checkFieldName(name: string, others: readonly string[] = [], parent?: string) {
  const columns = new Map([...systemFields, ...others].map((other) => [snakeCase(other), other]));
  return said(judgeFieldName(name, parent) ?? judgeFieldCollision(name, columns));
}

export const checkEnumValue = (value: string) => said(judgeText(value, 100));
export const checkPattern = (pattern: string) => said(judgePattern(pattern));
export const checkHeaderName = (name: string) => said(judgeHeaderName(name));
export const checkProblemCode = (code: string) => said(judgeProblemCode(code));
export const checkStatus = (status: number) => said(judgeStatus(status));
export const checkSize = (key: SizeKey, size: string | number) => said(judgeSize(key, size));
export const checkDuration = (key: DurationKey, duration: string) =>
  said(judgeDuration(key, duration));

/** A day, YYYY-MM-DD. */
export const checkDate = (text: string) =>
  isDate(text) ? undefined : 'a date is written as YYYY-MM-DD, such as 2026-03-01';

/** A default or an example of a field. The field itself has no mistake. */
export function checkValue(field: Field | Member | Item, value: unknown): string | undefined {
  return judgeValue(resolveField(field), value);
}

function withPlural(name: string) {
  return { name, plural: pluralOf(name) };
}

function said(judgement: Judgement | undefined): string | undefined {
  return judgement === undefined ? undefined : sentence(judgement);
}
