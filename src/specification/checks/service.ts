import * as answers from '../answers/service.ts';
import { judgedValue, type Issue, type Judgement } from '../issue.ts';
import type { Subject } from './subject.ts';

export function serviceIssues({ sound }: Subject): Issue[] {
  const { name, vendor, baseUrl, contact } = sound.service;
  return [
    ...judged(['name'], name, answers.judgeServiceName),
    ...judged(['vendor'], vendor, answers.judgeVendor),
    ...judged(['baseUrl'], baseUrl, answers.judgeBaseUrl),
    ...judged(['contact', 'url'], contact?.url, answers.judgeWebAddress),
  ];
}

function judged(
  keys: string[],
  text: string | undefined,
  judge: (text: string) => Judgement | undefined,
): Issue[] {
  return judgedValue(['service', ...keys], text === undefined ? undefined : judge(text));
}
