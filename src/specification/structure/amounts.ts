import type { ErrorObject } from 'ajv/dist/2020.js';
import type { IssueDetails } from '../issue.ts';
import { shown } from '../shown.ts';

/** Too long, too short, too many, too few, too great or too small. */
export function amountIssue(error: ErrorObject): IssueDetails {
  const limit = Number(error.schema);
  switch (error.keyword) {
    case 'minLength':
      return { code: 'too-short', message: 'the text is empty', found: shown(error.data) };
    case 'maxLength':
      return {
        code: 'too-long',
        message: `longer than ${limit} characters`,
        found: shown(error.data),
      };
    case 'minimum':
      return { code: 'too-small', message: `${shown(error.data)} is less than ${limit}` };
    case 'maximum':
      return { code: 'too-great', message: `${shown(error.data)} is greater than ${limit}` };
    case 'minItems':
      return {
        code: 'too-few',
        message: `at least ${limit} ${limit === 1 ? 'item is' : 'items are'} needed`,
      };
    case 'maxItems':
    case 'maxProperties':
      return { code: 'too-many', message: `more than ${limit}` };
    default:
      return {
        code: 'wrong-form',
        message: error.message ?? 'not allowed here',
        found: shown(error.data),
      };
  }
}
