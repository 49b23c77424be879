import type { Help } from '../asking.ts';
import { typedTypes } from './types.ts';

/** What a field looks like, in one line. */
export const shorthand =
  'name:type  ! required  ? nullable  * unique  =default  ?: types  empty: done';

/** What a line of fields looks like. */
export const shorthandExample = 'Such as: title:string(80)! note:text? kind:enum(new,used)=new';

export const shorthandHelp: Help = {
  text: [
    'A field is name:type, and a name alone is a string. Behind it, in any order:',
    '  ! required   ? may be null   * unique   and last =value for a default',
    'Unique is among all resources, or among those of one tenant where rules say so.',
    `Types:  ${typedTypes.join(', ')}`,
    'Limits: string(80)  string(2..80)  integer(1..999)  decimal(12,2,0..)',
    'More:   enum(EUR,USD)=EUR  integer(1,2,5)  reference(order,cascade)',
    '        book:reference refers to book, as book:reference(book) does',
    '        string[]  string(40)[20]  object(street city:string!)',
    '-name removes a field; a name that is there already is changed.',
  ],
  example: 'reference:string!* total:decimal(12,2)! note:text? dueAt:date tags:string[]',
};
