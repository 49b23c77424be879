import type { Form } from '../../specification/schema/forms.ts';

/** A field, a member of an object (`shipTo.city`), or what each item of a list has (`lines[].quantity`). */
export const memberPath: Form = {
  pattern: '^[a-z][a-zA-Z0-9]*(\\[\\])?([.][a-z][a-zA-Z0-9]*(\\[\\])?){0,9}$',
  says: 'the path of a field, such as "total", "shipTo.city" or "lines[].quantity"',
};

/** How clients name a version: a number or a date. */
export const versionLabel: Form = {
  pattern: '^(0|[1-9][0-9]{0,3}|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
  says: 'a version in quotes, such as "1" or "2026-03-01"',
};

export const behaviourName: Form = {
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  says: 'lower-case words joined by single hyphens, such as "strict-credit"',
};

export const stepForms: readonly Form[] = [memberPath, versionLabel, behaviourName];
