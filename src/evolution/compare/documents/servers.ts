import type { Found } from '../change.ts';
import { itemsOf, memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Maybe, type Pair } from './comparison.ts';
import { found } from './found.ts';
import { compareRest } from './rest.ts';

/** The servers of the whole document, without what is in front of all paths. */
export function compareServers(
  comparison: Comparison,
  prefixes: readonly [was: string, is: string],
): readonly Found[] {
  const pair = { was: comparison.was.root, is: comparison.is.root };
  return compareLists('servers', bothOf(pair, 'servers'), comparison, prefixes);
}

/** Those of a path or an operation, which stand for those of the document. */
export function compareServersHere(
  path: string,
  pair: Pair,
  comparison: Comparison,
): readonly Found[] {
  return compareLists(`${path}.servers`, bothOf(pair, 'servers'), comparison);
}

function compareLists(
  path: string,
  { was, is }: Maybe,
  comparison: Comparison,
  prefixes: readonly [string, string] = ['', ''],
): readonly Found[] {
  const [before, after] = [byAddress(was, prefixes[0]), byAddress(is, prefixes[1])];
  const [gone, fresh] = [
    [...before.keys()].filter((url) => !after.has(url)),
    [...after.keys()].filter((url) => !before.has(url)),
  ];
  const isMoved = gone.length === 1 && fresh.length === 1;
  const hosts = isMoved
    ? [found('W14', path, gone[0], fresh[0])]
    : [
        ...gone.map((url) => found('W14', `${path}.${url}`, url)),
        ...fresh.map((url) => found('O10', `${path}.${url}`, undefined, url)),
      ];
  const isReordered =
    hosts.length === 0 && [...before.keys()].join('\n') !== [...after.keys()].join('\n');
  const kept = namesOf(before, after).flatMap((url) => {
    const [one, other] = [before.get(url), after.get(url)];
    if (one === undefined || other === undefined) return [];
    const at = `${path}.${url}`;
    const pair = { was: one, is: other };
    return [
      ...compareVariables(`${at}.variables`, bothOf(pair, 'variables')),
      ...compareRest(at, pair, ['url', 'variables'], comparison),
    ];
  });
  return [
    ...hosts,
    ...(isReordered ? [found('O11', path, [...before.keys()], [...after.keys()])] : []),
    ...kept,
  ];
}

function byAddress(servers: Part | undefined, prefix: string): Map<string, Part> {
  return new Map(
    itemsOf(servers).map((server) => {
      const url = String(memberOf(server, 'url')?.value ?? '/').replace(/\/$/, '');
      return [url.slice(0, url.length - prefix.length) || '/', server];
    }),
  );
}

function compareVariables(path: string, { was, is }: Maybe): readonly Found[] {
  const [before, after] = [new Map(membersOf(was)), new Map(membersOf(is))];
  return namesOf(before, after).flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    const at = `${path}.${name}`;
    const usual = [one, other].map((part) => part && memberOf(part, 'default')?.value);
    const [former, present] = [valuesIn(one), valuesIn(other)];
    const isFree = [former.length === 0, present.length === 0];
    return [
      ...(usual[0] === usual[1] ? [] : [found('O14', `${at}.default`, usual[0], usual[1])]),
      // Without a list all values are possible.
      ...(isFree[0] === isFree[1]
        ? [
            ...former
              .filter((value) => !present.includes(value))
              .map((value) => found('O13', `${at}.${value}`, value)),
            ...present
              .filter((value) => !former.includes(value))
              .map((value) => found('O15', `${at}.${value}`, undefined, value)),
          ]
        : [found(isFree[0] === true ? 'O13' : 'O15', `${at}.enum`)]),
    ];
  });
}

function valuesIn(variable: Part | undefined): string[] {
  return itemsOf(variable && memberOf(variable, 'enum')).map(({ value }) => String(value));
}

/** The path that the servers of a document have in front of all of its paths, without a slash at its end. */
export function prefixOf(root: Part): string {
  const paths = itemsOf(memberOf(root, 'servers')).map((server) => {
    const url = String(memberOf(server, 'url')?.value ?? '/');
    return url
      .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '');
  });
  const [first = ''] = paths;
  return paths.every((path) => path === first) ? first : '';
}
