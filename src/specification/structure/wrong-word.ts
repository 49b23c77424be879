import type { ErrorObject } from 'ajv/dist/2020.js';
import type { IssueDetails } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined } from '../plain.ts';
import { shown } from '../shown.ts';
import { keysMeant } from './field-meant.ts';
import { spellingOf } from './spellings.ts';

/** Methods of HTTP that no resource chooses: they are always there, or never. */
const unchosen: Readonly<Record<string, string>> = {
  head: 'HEAD is answered wherever GET is',
  options: 'OPTIONS is answered for every path',
  trace: 'TRACE is answered for no path',
  connect: 'CONNECT is answered for no path',
};

/** A value that is none of the few allowed ones. */
export function wrongWord(error: ErrorObject): IssueDetails {
  const allowed = [error.schema].flat().map(String);
  const found = shown(error.data);
  const message = `${found} is not one of the values allowed here`;
  const word = String(error.data);
  const isMethod = allowed.includes('list') && Object.hasOwn(unchosen, word.toLowerCase());
  if (isMethod) {
    const why = `${unchosen[word.toLowerCase()] ?? ''}; leave it out`;
    return { code: 'not-allowed', message: `${message}: ${why}`, found, allowed };
  }
  const suggestion =
    spellingOf(word, allowed) ?? typeMeant(word, allowed) ?? nearest(word, allowed);
  const isGet = allowed.includes('list') && word.toLowerCase() === 'get';
  const remark = isGet ? ': GET of a collection is called list, GET of a row read' : '';
  return {
    code: 'not-allowed',
    message: `${message}${remark}`,
    found,
    allowed,
    ...defined({ suggestion }),
  };
}

/** The keys of a field for a type that has more than a name, `enum(low|high)`, where such a type is allowed. */
function typeMeant(word: string, allowed: readonly string[]): string | undefined {
  const keys = /[^\w-]/.test(word) ? keysMeant(word) : undefined;
  const type = /^type: ([\w-]+)/.exec(keys ?? '')?.[1];
  return type !== undefined && allowed.includes(type) ? keys : undefined;
}
