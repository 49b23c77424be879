import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contracts } from '../../src/evolution/contracts/contracts.ts';
import {
  applyCommand,
  deprecate,
  extend,
  limit,
  release,
  releaseVersion,
  reprieve,
  sunset,
  type Command,
  type Released,
} from '../../src/lifecycle/index.ts';
import { additionOf, datedOf, quotaOf, type VersionCommandLine } from './command-line.ts';
import type { VersionOptionName } from './options.ts';

/** What a command line makes of a specification. */
export function editBy(
  { subcommand, label, values }: VersionCommandLine,
  command: Command,
  contracts: Contracts,
  destination: string,
): Released {
  const one = (name: VersionOptionName): string | undefined => values.get(name)?.[0];
  const all = (name: VersionOptionName) =>
    (values.get(name) ?? []).flatMap((value) => datedOf(value) ?? []);
  const added = (name: VersionOptionName) =>
    (values.get(name) ?? []).flatMap((each) => additionOf(each) ?? []);
  const end = one('sunset') ?? command.today;
  switch (subcommand) {
    case 'deprecate':
      return deprecate(command, {
        label,
        sunset: end,
        ...given('announced', one('announce')),
        ...given('guide', one('guide')),
        ...given('page', guideFile(destination, label)),
      });
    case 'limit':
      return limit(
        command,
        {
          label,
          ...(values.has('brownouts') ? { brownouts: true } : {}),
          ...given('readOnly', one('read-only')),
          ...given('quota', quotaOf(one('quota') ?? '')),
          ...several(
            'withdrawn',
            all('withdraw').map(({ name, day }) => ({ operation: name, from: day })),
          ),
          ...given('closed', one('close')),
          ...several(
            'exemptions',
            all('exempt').map(({ name, day }) => ({ client: name, until: day })),
          ),
        },
        contracts.releases,
      );
    case 'extend':
      return extend(
        command,
        {
          label,
          additions: [
            ...added('with'),
            ...added('filter').map((each) => ({ ...each, parameter: 'filter' as const })),
            ...added('sort').map((each) => ({ ...each, parameter: 'sort' as const })),
          ],
        },
        contracts,
      );
    case 'reprieve':
      return reprieve(command, { label, sunset: end });
    case 'draft':
      return applyCommand(command, () => ({ edits: [], changes: [] }));
    case 'sunset':
      return sunset(command, { label, contract: values.has('contract') });
    default:
      return label === ''
        ? release(command, given('next', one('next')), contracts.releases)
        : releaseVersion(command, { label, ...given('next', one('next')) }, contracts);
  }
}

/** What a generation wrote for clients that come from a version. */
function guideFile(destination: string, label: string): string | undefined {
  const folder = 'docs/migrations';
  if (!existsSync(join(destination, folder))) return undefined;
  const name = readdirSync(join(destination, folder)).find((each) =>
    each.startsWith(`${label}-to-`),
  );
  return name === undefined ? undefined : `${folder}/${name}`;
}

function given<K extends string, T>(key: K, value: T | undefined): { [key in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: T };
}

function several<K extends string, T>(key: K, list: readonly T[]): { [key in K]?: readonly T[] } {
  return given(key, list.length === 0 ? undefined : list);
}
