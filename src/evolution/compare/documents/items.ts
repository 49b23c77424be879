import type { Found } from '../change.ts';
import { memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import { bodyIn } from './bodies.ts';
import type { Comparison } from './comparison.ts';
import { found } from './found.ts';
import { compareOperation } from './operation.ts';
import { methods, type Item } from './path-item.ts';
import { compareRest } from './rest.ts';
import { compareServersHere } from './servers.ts';

/** Methods that change nothing, and that servers give by themselves. */
const byTheWay = new Set(['options', 'head', 'trace']);

/** Every operation of it that is in one or both. */
export function compareItem(one: Item, comparison: Comparison): readonly Found[] {
  const { path, item } = one;
  const operations = methods.flatMap((method): readonly Found[] => {
    const [was, is] = [memberOf(item.was, method), memberOf(item.is, method)];
    const at = `${path}.${method}`;
    if (was === undefined && is === undefined) return [];
    if (was === undefined)
      return [found(byTheWay.has(method) ? 'M12' : 'M01', at, undefined, method)];
    if (is === undefined) return [found('M02', at, method)];
    const requiredOnCreate =
      method === 'patch' ? requiredIn(one.collection, comparison.is) : undefined;
    return compareOperation(
      {
        ...one,
        path: at,
        method,
        operation: { was, is },
        ...(requiredOnCreate === undefined ? {} : { requiredOnCreate }),
      },
      comparison,
      compareItem,
    );
  });
  return [
    ...operations,
    ...compareServersHere(path, item, comparison),
    ...compareRest(path, item, [...methods, 'parameters', 'servers', '$ref'], comparison),
  ];
}

/** Members that the body of a POST to the collection requires. */
function requiredIn(
  collection: Part | undefined,
  origin: Comparison['is'],
): ReadonlySet<string> | undefined {
  const body = collection && bodyIn(memberOf(collection, 'post'), origin);
  if (body === undefined) return undefined;
  const [, type] = membersOf(memberOf(body, 'content'))[0] ?? [];
  const schema = type && memberOf(type, 'schema');
  return schema && origin.levels.of(schema).required;
}
