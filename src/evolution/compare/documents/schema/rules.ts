import type { Found } from '../../change.ts';
import { memberOf, type Part } from '../../../../openapi/parts.ts';
import { bySide, found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { isSame } from './same.ts';
import type { Level } from './level.ts';

/** Rules that mean something together, and those that another comparison knows. */
const together: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ['not', ['not']],
  ['if', ['if', 'then', 'else']],
  ['contains', ['contains', 'minContains', 'maxContains']],
  ['dependentRequired', ['dependentRequired']],
  ['dependentSchemas', ['dependentSchemas']],
  ['dependencies', ['dependencies']],
  ['unevaluatedItems', ['unevaluatedItems']],
  ['contentMediaType', ['contentMediaType', 'contentEncoding', 'contentSchema']],
  ['additionalItems', ['additionalItems']],
];

/** Rules that this generator cannot judge: that they come or go has a direction, another text has none. */
export function compareRules(schemas: Schemas): Found[] {
  const { before, after, place } = schemas;
  return together.flatMap(([name, keys]) => {
    const [was, is] = [partsOf(before, keys), partsOf(after, keys)];
    if (was.length === 0 && is.length === 0) return [];
    const path = `${place.path}.${name}`;
    if (was.length === 0) return [found(bySide('O04', place.side), path, undefined, shown(is))];
    if (is.length === 0) return [found(bySide('O05', place.side), path, shown(was))];
    return isEqual(was, is, schemas) ? [] : [found('O06', path, shown(was), shown(is))];
  });
}

type Rule = readonly [key: string, part: Part];

/** An empty `not` permits nothing; the comparison of types reports it. */
function partsOf({ parts, kinds }: Level, keys: readonly string[]): Rule[] {
  if (kinds.size === 0) return [];
  return parts.flatMap((part) =>
    keys.flatMap((key): Rule[] => {
      const rule = memberOf(part, key);
      return rule === undefined ? [] : [[key, rule]];
    }),
  );
}

function isEqual(was: readonly Rule[], is: readonly Rule[], { comparison }: Schemas): boolean {
  return (
    was.length === is.length &&
    was.every(([key, part], index) => {
      const [name, other] = is[index] ?? [];
      return key === name && isSame({ was: part, is: other }, comparison);
    })
  );
}

function shown(rules: readonly Rule[]): unknown {
  const values = rules.map(([, { value }]) => value);
  return values.length === 1 ? values[0] : values;
}

/** Keywords that some comparison knows, or that are about the schema and not about values. */
export const knownRules: ReadonlySet<string> = new Set(together.flatMap(([, keys]) => keys));
