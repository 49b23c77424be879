import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { squash } from '../names.ts';
import type { NamedCollection } from '../paths/name-collections.ts';
import { operationsIn } from '../paths/name-collections.ts';
import { memberOf, textOf } from '../source.ts';

/** The section `versioning`: the version that the addresses or a parameter name, or version 1. */
export function versioningOf(
  inAddresses: string | undefined,
  collections: readonly NamedCollection[],
  context: Context,
): Draft {
  const { source, cameFrom } = context;
  const { findings, root } = source;
  const info = memberOf(root, 'info');
  const written = textOf(info, 'version');
  const place = ['info', 'version'];
  cameFrom(['versioning'], place);
  if (inAddresses !== undefined) {
    const label = majorOf(inAddresses);
    findings.add(
      'guessed',
      place,
      `the addresses name version ${inAddresses}, which is version ${label} here, a draft until it is released: /v${label}/…`,
    );
    return { strategy: 'uri-path', versions: { [label]: {} } };
  }
  const label = majorOf(written ?? '1');
  const parameter = collections
    .flatMap(operationsIn)
    .flatMap(({ parameters }) => parameters)
    .find(
      ({ name, in: place }) =>
        (place === 'query' && names.has(squash(name))) ||
        (place === 'header' && squash(name).endsWith('version')),
    );
  if (parameter === undefined) {
    findings.add(
      'guessed',
      place,
      `no address names a version; ${shown(written)} is version ${label} here, a draft until it is released: /v${label}/…`,
    );
    return { strategy: 'uri-path', versions: { [label]: {} } };
  }
  findings.add(
    'guessed',
    parameter.part.path,
    `clients name the version ${parameter.in === 'query' ? 'in the query' : 'by the header X-API-Version'}; it is version ${label}, a draft until it is released`,
  );
  const query = squash(parameter.name) === 'apiversion' ? 'api-version' : 'version';
  return parameter.in === 'query'
    ? { strategy: 'query', query: { parameter: query }, versions: { [label]: {} } }
    : { strategy: 'header', versions: { [label]: {} } };
}

const names = new Set(['version', 'apiversion']);

/** `v71` and `71.2` → 71. */
function majorOf(version: string): string {
  const [digits = '1'] = /[0-9]{1,4}/.exec(version) ?? [];
  return String(Number(digits));
}
