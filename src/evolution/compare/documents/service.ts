import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../change.ts';
import { memberOf, membersOf } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Pair } from './comparison.ts';
import { found } from './found.ts';
import { compareRest } from './rest.ts';

const known = ['openapi', 'info', 'paths', 'webhooks', 'components', 'security', 'servers'];

/** What a document says of itself. */
export function compareService(comparison: Comparison): readonly Found[] {
  const pair = { was: comparison.was.root, is: comparison.is.root };
  return [
    ...compareInfo(bothOfInfo(pair)),
    ...compareVersion(bothOf(pair, 'openapi')),
    ...compareRest('document', pair, known, comparison),
    ...comparePathExtensions(pair, comparison),
  ];
}

function bothOfInfo(pair: Pair): Pair {
  const { was, is } = bothOf(pair, 'info');
  const none = { value: {}, path: ['info'] };
  return { was: was ?? none, is: is ?? none };
}

function compareInfo(pair: Pair): Found[] {
  const names = namesOf(new Map(membersOf(pair.was)), new Map(membersOf(pair.is)));
  return names.flatMap((name) => {
    const [was, is] = [memberOf(pair.was, name)?.value, memberOf(pair.is, name)?.value];
    if (isDeepStrictEqual(was, is)) return [];
    const id = name === 'version' ? 'O01' : name.startsWith('x-') ? 'O03' : 'N01';
    return [found(id, `info.${name}`, was, is)];
  });
}

function compareVersion({ was, is }: ReturnType<typeof bothOf>): Found[] {
  return was?.value === is?.value ? [] : [found('O09', 'openapi', was?.value, is?.value)];
}

/** Extensions between the paths. */
function comparePathExtensions(pair: Pair, comparison: Comparison): readonly Found[] {
  const { was, is } = bothOf(pair, 'paths');
  const only = (part: typeof was) => ({
    value: Object.fromEntries(
      membersOf(part)
        .filter(([name]) => name.startsWith('x-'))
        .map(([name, { value }]) => [name, value]),
    ),
    path: ['paths'],
  });
  return compareRest('paths', { was: only(was), is: only(is) }, [], comparison);
}
