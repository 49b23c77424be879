import { pascalCase, sentenceCase } from '../../states/names.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { Operation } from '../route.ts';

/** What an action is called in the document: `submitOrder`. */
export function namesOf(
  { names }: ResourceDescription,
  name: string,
): Pick<Operation, 'id' | 'summary'> {
  const [first = '', ...rest] = pascalCase(name);
  return {
    id: `${first.toLowerCase()}${rest.join('')}${names.one}`,
    summary: `${sentenceCase(name)} one of the ${names.many.toLowerCase()}`,
  };
}
