import { isDeepStrictEqual } from 'node:util';
import type { FieldOperation } from '../../steps/schema.ts';
import { fitting } from '../../steps/converters.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { placeOf, type About } from '../about.ts';
import type { Pair } from './differences.ts';

/** Whether a field has another type, or may be other numbers. */
export function isRetyped({ older, newer }: Pair): boolean {
  if (older.type !== newer.type) return true;
  if (older.type !== 'integer' || newer.type !== 'integer') return false;
  const [was, is] = [older.values, newer.values];
  return !isDeepStrictEqual(was && new Set(was), is && new Set(is));
}

/** The same field with another type: by a named converter, and where there is none by a function. */
export function draftRetyped({ path, older, newer }: Pair, about: About): FieldOperation[] {
  const by = converterOf(older, newer) ?? 'hook';
  if (by !== 'boolean-to-enum' && by !== 'enum-to-boolean')
    return [{ retype: { field: path, by } }];
  const field = by === 'boolean-to-enum' ? newer : older;
  const values = askPair(path, field.type === 'enum' ? field.values : [], about);
  return values === undefined ? [] : [{ retype: { field: path, by, values } }];
}

/** The converter that fits best; undefined: there is none. */
export function converterOf(older: ResolvedField, newer: ResolvedField) {
  if (older.type === newer.type) return undefined;
  const names = fitting(older.type, newer.type);
  return names.find((name) => name !== 'text-to-text') ?? names[0];
}

function askPair(path: string, values: readonly string[], about: About) {
  const [one, other] = values;
  const pairs =
    one === undefined || other === undefined
      ? []
      : [
          [one, other],
          [other, one],
        ];
  return about.asked.ask<string[]>(
    {
      place: placeOf(about, path, 'values'),
      text: `Which values of "${path}" ${about.whose} stand for false and for true?`,
      help: `Two of ${values.join(', ')}: first what stands for false, then what stands for true.`,
      choices: pairs.map((pair) => ({
        value: pair,
        says: `${String(pair[0])} is false, ${String(pair[1])} is true`,
      })),
      isOpen: values.length > 2,
    },
    (answer) => {
      const isPair =
        Array.isArray(answer) &&
        answer.length === 2 &&
        answer[0] !== answer[1] &&
        answer.every((each) => values.includes(String(each)));
      return isPair
        ? { value: answer.map(String) }
        : { problem: `${JSON.stringify(answer)} is not two of ${values.join(', ')}` };
    },
  );
}
