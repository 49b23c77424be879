import type { Found } from '../change.ts';
import { bothOf, type Comparison, type Maybe, type Pair } from './comparison.ts';
import { compareContent } from './content.ts';
import { found } from './found.ts';
import { compareSchemas, type Surroundings } from './schema/compare-schemas.ts';

/** What a value is, by a schema or by one media type. */
export function compareValue(
  pair: Pair,
  place: Surroundings,
  comparison: Comparison,
): readonly Found[] {
  const [content, schema] = [bothOf(pair, 'content'), bothOf(pair, 'schema')];
  if ((content.was === undefined) !== (content.is === undefined)) {
    return [found('P24', `${place.path}.content`)];
  }
  const isThere = (maybe: Maybe) => maybe.was !== undefined || maybe.is !== undefined;
  return [
    ...(isThere(content)
      ? compareContent(content, { ...place, path: `${place.path}.content` }, comparison)
      : []),
    ...(isThere(schema)
      ? compareSchemas(schema, { ...place, path: `${place.path}.schema` }, comparison)
      : []),
  ];
}
