import { distance } from 'fastest-levenshtein';
import { fieldTypes, type FieldType } from '../../specification/index.ts';
import { nearest } from '../../specification/nearest.ts';
import { spellingOf } from '../../specification/structure/spellings.ts';

/** What a field can be typed as; a list is written with brackets after the type of its items. */
export type TypedType = Exclude<FieldType, 'array'>;

export const typedTypes = fieldTypes.filter((type): type is TypedType => type !== 'array');

export function isTypedType(word: string): word is TypedType {
  return typedTypes.some((type) => type === word);
}

const resourceName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Why a word is no type, with what was probably meant. */
export function noSuchType(word: string): string {
  if (word === 'array' || word === 'list')
    return 'a list is written string[], with the type of its items';
  const spelling = spellingOf(word, typedTypes);
  const meant = spelling ?? nearest(word, typedTypes);
  const hint =
    meant === undefined ? `the types are ${typedTypes.join(', ')}` : `did you mean ${meant}?`;
  const isSure = spelling !== undefined || (meant !== undefined && distance(word, meant) === 1);
  if (isSure || !resourceName.test(word)) return `"${word}" is no type; ${hint}`;
  // The name of a resource is what people try.
  return `"${word}" is no type, and a reference to a resource is reference(${word}); ${hint}`;
}
