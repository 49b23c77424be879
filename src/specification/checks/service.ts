import * as answers from '../validators/service.ts';
import { valueIssues, type Issue, type IssueDetails } from '../issue.ts';
import type { CheckContext } from './check-context.ts';

export function serviceIssues({ valid }: CheckContext): Issue[] {
  const { name, vendor, baseUrl, contact } = valid.service;
  return [
    ...validated(['name'], name, answers.validateServiceName),
    ...validated(['vendor'], vendor, answers.validateVendor),
    ...validated(['baseUrl'], baseUrl, answers.validateBaseUrl),
    ...validated(['contact', 'url'], contact?.url, answers.validateWebAddress),
  ];
}

function validated(
  keys: string[],
  text: string | undefined,
  validate: (text: string) => IssueDetails | undefined,
): Issue[] {
  return valueIssues(['service', ...keys], text === undefined ? undefined : validate(text));
}
