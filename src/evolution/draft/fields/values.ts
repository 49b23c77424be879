import type { FieldOperation } from '../../steps/schema.ts';
import { oneOf } from '../../asking.ts';
import { own } from '../../../specification/plain.ts';
import { placeOf, type About } from '../about.ts';
import type { Pair } from './differences.ts';

/** Values of an enumeration that only one version knows. */
export function draftValues({ path, older, newer }: Pair, about: About): FieldOperation[] {
  if (older.type !== 'enum' || newer.type !== 'enum') return [];
  const gone = older.values.filter((value) => !newer.values.includes(value));
  const unknown = newer.values.filter((value) => !older.values.includes(value));
  if (gone.length === 0 && unknown.length === 0) return [];
  const said = about.valuesOf(path);
  const mapped = gone.map((value): readonly [string, string | undefined] => {
    const now = own(said, value);
    const isKnown = now !== undefined && newer.values.includes(now);
    return [value, isKnown ? now : askValue(value, [...unknown, ...newer.values], path, about)];
  });
  if (mapped.some(([, now]) => now === undefined)) return [];
  const values = Object.fromEntries(mapped.map(([was, now]) => [was, now ?? '']));
  const left = unknown.filter((value) => !Object.values(values).includes(value));
  if (left.length === 0) return [{ map: { field: path, values } }];
  const others = askOthers(left, older.values, path, about);
  return others === undefined ? [] : [{ map: { field: path, values, others } }];
}

function askValue(value: string, values: readonly string[], path: string, about: About) {
  const all = [...new Set(values)];
  return about.asked.ask(
    {
      place: placeOf(about, path, `values.${value}`),
      text: `What is the value "${value}" of "${path}" ${about.whose} now, which the newer version does not know?`,
      help: 'One of the values of the newer version: what a client of the older version means when it sends the former one.',
      choices: all.map((each) => ({ value: each, says: `it is "${each}" now` })),
      isOpen: false,
    },
    oneOf(all),
  );
}

function askOthers(
  unknown: readonly string[],
  values: readonly string[],
  path: string,
  about: About,
) {
  const list = unknown.map((each) => `"${each}"`).join(', ');
  return about.asked.ask(
    {
      place: placeOf(about, path, 'others'),
      text: `What are clients of the older version shown for ${list} of "${path}" ${about.whose}, which they do not know?`,
      help: 'One of the values of the older version.',
      choices: values.map((value) => ({ value, says: `they are shown "${value}"` })),
      isOpen: false,
    },
    oneOf(values),
  );
}
