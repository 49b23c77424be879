import type { Draw } from './draw.ts';
import { lines } from './names.ts';
import type { Written } from './values.ts';

const strategies = [
  'uri-path',
  'query',
  'header',
  'media-type',
  'accept-parameter',
  'hostname',
  'date',
  'feature-flags',
  'partial',
] as const;

export interface Versioned {
  readonly children: readonly string[];
  readonly operations: readonly string[];
  /** Fields of each resource by name. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, Written>>>>;
}

export function versioningOf(draw: Draw, known: Versioned): Written {
  const strategy = draw.pick(strategies);
  const isDated =
    strategy === 'date' || ((strategy === 'query' || strategy === 'header') && draw.chance(0.2));
  const labels = isDated
    ? ['2022-01-01', '2024-03-01', '2025-06-01']
    : draw.pick([
        ['1', '2', '3'],
        ['1', '2', '3'],
        ['0', '3', '17'],
        ['7', '8', '9999'],
      ]);
  const count = strategy === 'feature-flags' ? 1 : draw.pick([1, 1, 1, 2, 2, 3]);
  const wanted = labels.slice(0, count);
  const versions = Object.fromEntries(
    wanted.map((label, position) => [
      label,
      versionOf(draw, position, count, isDated ? label : undefined, known),
    ]),
  );
  const needsPin =
    strategy !== 'uri-path' && strategy !== 'partial' && strategy !== 'feature-flags';
  return {
    ...(strategy === 'uri-path' && draw.chance(0.5) ? {} : { strategy }),
    ...(strategy === 'query'
      ? draw.maybe('query', () => ({
          parameter: isDated ? 'api-version' : draw.pick(['version', 'api-version']),
        }))
      : {}),
    ...(strategy === 'date'
      ? draw.maybe('date', () => ({ in: draw.pick(['path', 'header']) }))
      : {}),
    ...(strategy === 'hostname'
      ? draw.maybe('hostname', () => ({ form: draw.pick(['label', 'suffix']) }))
      : {}),
    ...(strategy === 'partial' && known.children.length > 0
      ? { resources: draw.some(known.children, 1) }
      : {}),
    ...(needsPin && draw.chance(0.5)
      ? { default: isDated ? wanted.at(-1) : Number(wanted.at(-1)) }
      : {}),
    versions,
    ...(strategy === 'feature-flags' || draw.chance(0.05) ? { flags: flagsOf(draw, known) } : {}),
    ...(draw.chance(0.5)
      ? {
          exceptions: draw
            .some(
              ['notice-period', 'two-supported-versions', 'default-version', 'one-major-a-year'],
              1,
            )
            .map((rule) => ({ rule, reason: draw.pick(lines) })),
        }
      : {}),
  };
}

function versionOf(
  draw: Draw,
  position: number,
  count: number,
  date: string | undefined,
  known: Versioned,
): Written {
  const released =
    date ??
    ['2022-01-01', '2024-03-01', draw.pick(['2025-06-01', '2026-05-01', '2026-11-01'])][
      position + (count === 1 ? draw.int(0, 2) : 0)
    ];
  const guide = draw.maybe('migrationGuide', () => 'https://acme.example/guide?a=1&b=2');
  if (position === count - 1)
    return draw.chance(0.15) && date === undefined ? guide : { released, ...guide };
  const isEnding = draw.chance(0.6);
  return {
    released,
    ...draw.maybe('maintained', () => '2025-06-01'),
    ...guide,
    ...(isEnding
      ? {
          announced: '2025-07-01',
          deprecated: '2025-09-01',
          ...draw.maybe('sunset', () => draw.pick(['2027-06-01', '2026-06-01', '2025-12-31'])),
          ...draw.maybe('brownouts', () => [
            { from: '2026-04-07T09:00Z', ...draw.maybe('for', () => 'PT2H') },
            { from: '2026-05-05T09:00:30Z' },
          ]),
          ...draw.maybe('readOnly', () => '2026-05-10'),
          ...draw.maybe('limits', () => ({
            requests: draw.int(1, 20),
            per: '1m',
            from: '2026-03-01',
          })),
          ...(known.operations.length > 0
            ? draw.maybe('withdrawn', () =>
                draw
                  .some(known.operations, 1)
                  .slice(0, 2)
                  .map((operation) => ({ operation, from: '2026-04-01' })),
              )
            : {}),
          ...draw.maybe('closed', () => '2026-02-15'),
          ...draw.maybe('exemptions', () => [{ client: draw.pick(lines), until: '2026-05-20' }]),
        }
      : draw.maybe('reprieved', () => '2025-10-01')),
  };
}

function flagsOf(draw: Draw, known: Versioned): Written {
  const names = draw.some(['split-name', 'new-total', 'beta', 'x', 'fast'], 1);
  return Object.fromEntries(
    names.map((name, position) => [
      name,
      {
        ...draw.maybe('description', () => draw.pick(lines)),
        ...draw.maybe('state', () => draw.pick(['active', 'graduated', 'withdrawn'])),
        ...(position > 0
          ? draw.maybe('requires', () => [draw.pick(names.slice(0, position))])
          : {}),
        ...(position > 1 && draw.chance(0.3)
          ? draw.maybe('conflicts', () => [draw.pick(names.slice(0, position))])
          : {}),
        ...draw.maybe('changes', () => changesOf(draw, known)),
      },
    ]),
  );
}

function changesOf(draw: Draw, { fields }: Versioned): Written {
  const chosen = draw.some(Object.entries(fields), 1).slice(0, 2);
  return {
    resources: Object.fromEntries(
      chosen.map(([resource, each]) => [
        resource,
        {
          operations: draw
            .some(Object.entries(each), 1)
            .slice(0, 2)
            .map(([name, field]) => operationOf(draw, name, field)),
        },
      ]),
    ),
  };
}

function operationOf(draw: Draw, name: string, field: Written): Written {
  const remove = {
    remove: {
      field: 'formerNote',
      value: 'none',
      was: { type: 'string', required: true, maxLength: 40 },
    },
  };
  const was = { type: 'string', maxLength: 40, required: true };
  switch (field['type']) {
    case 'decimal':
      return draw.pick([
        {
          retype: {
            field: name,
            by: 'number-to-decimal',
            was: { type: 'number', minimum: 0, maximum: 1000 },
          },
        },
        remove,
      ]);
    case 'enum':
      return {
        map: {
          field: name,
          values: { former: (field['values'] as string[])[0] },
          others: 'former',
        },
      };
    case 'string':
      return draw.pick([
        { rename: { from: `${name}Former`, to: name } },
        {
          merge: {
            fields: ['part1', 'part2'],
            into: name,
            separator: ' ',
            was: { part1: was, part2: was },
          },
        },
        { default: { field: name, was: 'before' } },
        remove,
      ]);
    default:
      return draw.pick([
        { rename: { from: `${name}Former`, to: name } },
        { add: { field: name, fill: null } },
        { require: { field: name, fill: 1 } },
        { nullable: { field: name, value: 1 } },
        remove,
      ]);
  }
}
