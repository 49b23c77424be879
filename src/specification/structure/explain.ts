import type { ErrorObject } from 'ajv/dist/2020.js';
import { atKey, atValue, type Issue, type IssueDetails, type Path } from '../issue.ts';
import { defined, isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { amountIssue } from './amounts.ts';
import { unknownKey } from './unknown-key.ts';
import { wrongForm } from './wrong-form.ts';
import { wrongType } from './wrong-type.ts';
import { wrongWord } from './wrong-word.ts';

/**
 * One error of the validator as an issue. Undefined for errors that say nothing of their own: those that only
 * introduce others, and those of names, which are checked with the other rules for names.
 */
export function explain(error: ErrorObject, path: Path): Issue | undefined {
  if (error.propertyName !== undefined) return undefined;
  switch (error.keyword) {
    case 'propertyNames':
    case 'discriminator':
      return undefined;
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      return atKey([...path, key], unknownKey(error, path, key));
    }
    case 'required': {
      const key = String(error.params['missingProperty']);
      return atKey([...path, key], missingKey(error, key));
    }
    case 'uniqueItems': {
      const positions = [Number(error.params['i']), Number(error.params['j'])];
      const message = `${shown(itemAt(error.data, Math.max(...positions)))} is listed twice`;
      return atValue([...path, Math.max(...positions)], { code: 'duplicate-item', message });
    }
    case 'minProperties':
      return atKey(path, { code: 'too-few', message: 'at least one is needed here' });
    default:
      return atValue(path, validate(error));
  }
}

function validate(error: ErrorObject): IssueDetails {
  const found = shown(error.data);
  switch (error.keyword) {
    case 'type':
      return wrongType(error);
    case 'enum':
    case 'const':
      return wrongWord(error);
    case 'pattern':
      return wrongForm(error);
    case 'format':
      return { code: 'wrong-form', message: `${found} is not a mail address`, found };
    default:
      return amountIssue(error);
  }
}

function missingKey(error: ErrorObject, key: string): IssueDetails {
  const properties: unknown = error.parentSchema?.['properties'];
  const says = isMapping(properties) ? properties[key] : undefined;
  const description = isMapping(says) ? says['description'] : undefined;
  const words =
    isMapping(says) && Array.isArray(says['enum']) ? says['enum'].map(String) : undefined;
  const reason = typeof description === 'string' ? `: ${firstSentence(description)}` : '';
  const message = `the key "${key}" is missing${reason}`;
  return { code: 'missing-key', message, ...defined({ allowed: words }) };
}

function firstSentence(text: string): string {
  const sentence = text.split(/(?<=[.]) /)[0] ?? text;
  return (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/[.]$/, '');
}

function itemAt(list: unknown, position: number): unknown {
  return Array.isArray(list) ? list[position] : undefined;
}
