import { fieldTypes, type FieldType } from '../../specification/index.ts';
import { nearest } from '../../specification/nearest.ts';

/** What a field can be typed as; a list is written with brackets after the type of its items. */
export type TypedType = Exclude<FieldType, 'array'>;

export const typedTypes = fieldTypes.filter((type): type is TypedType => type !== 'array');

/** Words that people know from elsewhere, by the type that is meant. */
const synonyms: Readonly<Record<string, TypedType>> = {
  bigint: 'long',
  blob: 'binary',
  bool: 'boolean',
  bytes: 'binary',
  currency: 'decimal',
  datetime: 'date-time',
  double: 'number',
  float: 'number',
  guid: 'uuid',
  instant: 'date-time',
  int: 'integer',
  int64: 'long',
  mail: 'email',
  map: 'object',
  money: 'decimal',
  numeric: 'decimal',
  ref: 'reference',
  str: 'string',
  timestamp: 'date-time',
  url: 'uri',
  varchar: 'string',
};

export function isTypedType(word: string): word is TypedType {
  return typedTypes.some((type) => type === word);
}

/** Why a word is no type, with what was probably meant. */
export function noSuchType(word: string): string {
  if (word === 'array' || word === 'list')
    return 'a list is written string[], with the type of its items';
  const lower = word.toLowerCase();
  const meant = Object.hasOwn(synonyms, lower) ? synonyms[lower] : nearest(word, typedTypes);
  const hint =
    meant === undefined ? `the types are ${typedTypes.join(', ')}` : `did you mean ${meant}?`;
  return `"${word}" is no type; ${hint}`;
}
