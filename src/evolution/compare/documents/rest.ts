import type { Found } from '../change.ts';
import { memberOf, membersOf } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Pair } from './comparison.ts';
import { found } from './found.ts';
import { isSame } from './schema/same.ts';

/** Keys that only people read. */
const texts = new Set(['summary', 'description', 'externalDocs', 'tags', 'example', 'examples']);

/** Texts, extensions, and keys that this comparison does not know; other pieces compare the `known` ones. */
export function compareRest(
  path: string,
  pair: Pair,
  known: readonly string[],
  comparison: Comparison,
): readonly Found[] {
  const names = namesOf(new Map(membersOf(pair.was)), new Map(membersOf(pair.is)));
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      if (isSame(bothOf(pair, name), comparison)) return [];
      const id = texts.has(name) ? 'O02' : name.startsWith('x-') ? 'O03' : 'O06';
      const [was, is] = [memberOf(pair.was, name)?.value, memberOf(pair.is, name)?.value];
      return [found(id, `${path}.${name}`, was, is)];
    });
}

/** Rows for what is marked deprecated, for that taken back, and for another sunset. */
export function compareDeprecated(
  path: string,
  pair: Pair,
  [marked, back, changed]: readonly [string, string, string],
): Found[] {
  const of = ({ was, is }: ReturnType<typeof bothOf>) => [was?.value, is?.value] as const;
  const [was, is] = of(bothOf(pair, 'deprecated')).map((value) => value === true);
  const [former, present] = of(bothOf(pair, 'x-sunset'));
  const place = `${path}.deprecated`;
  if (was !== is) return [found(is === true ? marked : back, place, former, present)];
  return former === present ? [] : [found(changed, `${path}.x-sunset`, former, present)];
}
