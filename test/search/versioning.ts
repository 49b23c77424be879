import type { Draw } from './draw.ts';
import { conversions } from '../../src/evolution/steps/converters.ts';
import { strategies } from '../../src/specification/schema/versioning.ts';
import { lines } from './names.ts';
import { valueOf, type Written } from './values.ts';

export interface Versioned {
  readonly children: readonly string[];
  readonly operations: readonly string[];
  /** Fields of each resource by name. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, Written>>>>;
}

export function versioningOf(draw: Draw, known: Versioned): Written {
  // Flags have as many keys as all else of versions.
  const strategy = draw.chance(0.15) ? 'feature-flags' : draw.pick(strategies);
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
  const written = {
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
    ...(needsPin && draw.chance(0.5) ? { default: wanted.at(-1) } : {}),
    versions,
    ...(strategy === 'feature-flags' || draw.chance(0.05) ? { flags: flagsOf(draw, known) } : {}),
    ...(draw.chance(0.5)
      ? {
          exceptions: draw
            .some(
              ['notice-period', 'two-supported-versions', 'default-version', 'one-major-a-year'],
              1,
            )
            .flatMap((rule) => {
              const reason = draw.pick(lines);
              return Object.keys(versions).map((version) => ({ rule, version, reason }));
            }),
        }
      : {}),
  };
  if (written.default === undefined) return written;
  // Drawn last, so that all else of a seed does not depend on it.
  const pinned = draw.pick(wanted.filter((label) => versions[label]?.['sunset'] !== ended.sunset));
  return { ...written, default: isDated ? pinned : Number(pinned) };
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
  const isGone = draw.chance(0.25);
  return {
    released,
    ...draw.maybe('maintained', () => '2025-06-01'),
    ...guide,
    ...(isEnding
      ? {
          ...(isGone ? goneOn(draw) : endingOn(draw, known)),
          ...draw.maybe('exemptions', () => [{ client: draw.pick(lines), until: '2026-05-20' }]),
        }
      : draw.maybe('reprieved', () => '2025-10-01')),
  };
}

const ended = { announced: '2024-12-01', deprecated: '2025-02-01', sunset: '2025-12-31' };

/** A version that has ended when the tests begin. */
function goneOn(draw: Draw): Written {
  return { ...ended, ...draw.maybe('contracted', () => '2025-12-31') };
}

/** A version that is about to end, with whatever can be taken away from it before. */
function endingOn(draw: Draw, { operations }: Versioned): Written {
  return {
    announced: '2025-07-01',
    deprecated: '2025-09-01',
    ...draw.maybe('sunset', () => draw.pick(['2027-06-01', '2026-06-01', '2026-12-31'])),
    ...draw.maybe('brownouts', () => [
      { from: '2026-04-07T09:00Z', ...draw.maybe('for', () => 'PT2H') },
      { from: '2026-05-05T09:00:30Z' },
    ]),
    ...draw.maybe('readOnly', () => '2026-05-10'),
    ...draw.maybe('limits', () => ({ requests: draw.int(1, 20), per: '1m', from: '2026-03-01' })),
    ...(operations.length > 0
      ? draw.maybe('withdrawn', () =>
          draw
            .some(operations, 1)
            .slice(0, 2)
            .map((operation) => ({ operation, from: '2026-04-01' })),
        )
      : {}),
    ...draw.maybe('closed', () => '2026-02-15'),
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
  const chosen = draw.some(Object.entries(fields), 1).slice(0, 3);
  return {
    resources: Object.fromEntries(
      chosen.map(([resource, each]) => [
        resource,
        {
          operations: draw
            .some(Object.entries(each), 1)
            .slice(0, 4)
            .map(([name, field]) => operationOf(draw, name, field)),
        },
      ]),
    ),
  };
}

/** Operations whose newer side is this field. */
function operationOf(draw: Draw, name: string, field: Written): Written {
  const type = String(field['type']);
  const presence = field['required'] === true ? { required: true } : {};
  const part = { type: 'string', maxLength: 20, ...presence };
  const whole = { type: 'string', maxLength: 60, pattern: '^[a-z]+ [a-z]+$', ...presence };
  const always: readonly Written[] = [
    { rename: { from: `${name}Former`, to: name } },
    {
      remove: {
        field: 'formerNote',
        ...draw.maybe('value', () => 'none'),
        was: { type: 'string', required: true, maxLength: 40 },
      },
    },
    { add: { field: name, ...draw.maybe('fill', () => valueOf(draw, field) ?? null) } },
    { require: { field: name, fill: valueOf(draw, field) ?? 1 } },
    { nullable: { field: name, value: valueOf(draw, field) ?? 1 } },
    { default: { field: name, was: valueOf(draw, field) ?? 1 } },
    { move: { from: `${name}Box.${name}`, to: name } },
  ];
  const { description: _, example: __, ...shape } = field;
  const lists: readonly Written[] =
    type === 'array'
      ? [
          {
            retype: {
              field: name,
              by: 'value-to-list',
              was: { ...(field['items'] as Written), ...presence },
            },
          },
        ]
      : [
          {
            retype: {
              field: name,
              by: 'list-to-value',
              was: { type: 'array', items: shape, minItems: 1, ...presence },
            },
          },
        ];
  const retyped = Object.entries(conversions)
    .filter(([, { from, to }]) => from.length > 0 && to.includes(type))
    .map(([by, { from }]) => {
      const former = draw.pick(from);
      const values = former === 'enum' ? { values: ['one', 'two'] } : {};
      const items = former === 'array' ? { items: { type } } : {};
      return {
        retype: { field: name, by, was: { type: former, ...values, ...items, ...presence } },
      };
    });
  const ofType: Readonly<Record<string, readonly Written[]>> = {
    boolean: [
      {
        retype: {
          field: name,
          by: 'enum-to-boolean',
          values: ['off', 'on'],
          was: { type: 'enum', values: ['off', 'on'], ...presence },
        },
      },
    ],
    enum: [
      {
        map: {
          field: name,
          values: { former: (field['values'] as string[] | undefined)?.[0] ?? 'x' },
          others: 'former',
          ...draw.maybe('was', () => ['former']),
        },
      },
      ...((field['values'] as string[] | undefined)?.length === 2
        ? [
            {
              retype: {
                field: name,
                by: 'boolean-to-enum',
                values: field['values'],
                was: { type: 'boolean', ...presence },
              },
            },
          ]
        : []),
    ],
    string: [
      {
        merge: {
          fields: ['partOne', 'partTwo'],
          into: name,
          separator: ' ',
          was: {
            partOne: { ...part, pattern: '^[a-z]+$' },
            partTwo: { ...part, pattern: '^[a-z]+$' },
          },
        },
      },
      { split: { field: 'formerWhole', into: [name, `${name}Rest`], separator: ' ', was: whole } },
    ],
  };
  return draw.pick([
    ...always,
    ...lists,
    ...retyped,
    ...retyped,
    ...(ofType[type] ?? []),
    ...(ofType[type] ?? []),
  ]);
}
