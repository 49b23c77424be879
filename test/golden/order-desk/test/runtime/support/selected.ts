import { selector } from '../../contract.ts';
import { remotePath } from './target.ts';

/** What is sent for an address of the tests. */
export interface Selected {
  readonly target: string;
  /** What names the version besides the target, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What of a request names a version. */
export type SelectedBy = 'path' | 'query' | 'header' | 'type' | 'host' | 'features';

const naming = new Set(['accept', 'content-type']);

/** The request that a client of this service sends for one of the tests: the version is named as clients name it. */
export function requestFor(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Selected {
  const { target, headers: named } = selector.selecting(address);
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    valueFor(address, name, value),
  ]);
  return { target, headers: { ...named, ...Object.fromEntries(given) } };
}

/** The same for the lines of a head, which may be wrong on purpose. */
export function linesFor(lines: readonly string[]): readonly string[] {
  const [first = '', ...fields] = lines;
  const [, method, origin = '', address, protocol] =
    /^(\S+) (https?:\/\/[^/]*)?((?:\/\S*)?|\*) (HTTP\/\S+)$/.exec(first) ?? [];
  if (method === undefined || address === undefined || protocol === undefined) return lines;
  const {
    target,
    headers: { host, ...added },
  } = selector.selecting(address);
  const named = fields.map((field) => {
    const [, name = '', value = ''] = /^([^:]*):[ ]?(.*)$/s.exec(field) ?? [];
    if (host !== undefined && field === 'Host: a') return `Host: ${host}`;
    return naming.has(name.toLowerCase()) ? `${name}: ${valueFor(address, name, value)}` : field;
  });
  const isGiven = (name: string) =>
    fields.some((field) => field.toLowerCase().startsWith(`${name}:`));
  const missing = Object.entries(added).filter(([name]) => !isGiven(name));
  return [
    `${method} ${origin}${target.startsWith('/') ? remotePath() : ''}${target} ${protocol}`,
    ...named,
    ...missing.map(([name, value]) => `${name}: ${value}`),
  ];
}

function valueFor(address: string, name: string, value: string): string {
  const header = name.toLowerCase();
  return naming.has(header) ? selector.typed(value, address, header) : value;
}
