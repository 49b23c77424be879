import { shownValue } from '../../src/kits/values.ts';
import type { Kit, LoadedKit } from '../../src/kits/index.ts';
import { isMapping } from '../../src/specification/plain.ts';

/** A kit for people: what it says, with those that it extends first. */
export function describeKit({ ref, name, version, integrity, chain }: LoadedKit): string[] {
  return [
    `${name} ${version} (${ref})`,
    `integrity ${integrity}`,
    ...chain.flatMap((kit) => ['', ...partsOf(kit, chain.length > 1)]),
  ];
}

function partsOf(kit: Kit, isNamed: boolean): string[] {
  const { name, version, description, defaults, locked, allowed, noticePeriod, headers } = kit;
  const resources = kit.starter['resources'];
  return [
    ...(isNamed ? [`From ${name} ${version}`] : []),
    ...(description === undefined ? [] : [description]),
    ...titled('Defaults', leaves(defaults, [])),
    ...titled(
      'Locked',
      locked.map(
        ({ path, value, reason }) => `${path.join('.')}: ${shownValue(value)}  # ${reason}`,
      ),
    ),
    ...titled(
      'Allowed',
      allowed.map(
        ({ path, values, reason }) =>
          `${path.join('.')}: ${values.map(shownValue).join(', ')}  # ${reason}`,
      ),
    ),
    ...titled('Policies', [
      ...(noticePeriod === undefined ? [] : [`${noticePeriod} days of notice before a sunset`]),
      ...headers.map((header) => `the header ${header}`),
    ]),
    ...titled(
      'Templates (they become code: --trust)',
      kit.templates.map(
        ({ path, kind }) =>
          `${path}  # ${kind === 'add' ? 'a new file' : 'replaces that of the generator'}`,
      ),
    ),
    ...titled('Starter', isMapping(resources) ? Object.keys(resources) : []),
  ];
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function leaves(value: unknown, path: readonly string[]): string[] {
  return isMapping(value)
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [`${path.join('.')}: ${shownValue(value)}`];
}
