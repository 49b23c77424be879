import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import { minorReleases } from '../../src/evolution/index.ts';
import { changelogView, servedChangelog } from '../../src/rendering/views/versions/changelog.ts';
import { migrationGuideView } from '../../src/rendering/views/versions/migration-guide.ts';
import { composedVersions, resolved } from '../evolution/support.ts';

const first = { 1: { released: '2024-01-01' } };
const both = { ...first, 2: { released: '2025-06-01' } };
const text = (maxLength: number) => ({ type: 'string', required: true, maxLength });
const desk = (fields: object, versions: object) => ({
  service: { name: 'desk' },
  resources: { order: { fields } },
  endpoints: { order: { filter: [] } },
  versioning: { versions },
});
const older = desk({ title: text(60) }, first);
const newer = desk({ name: text(90) }, both);
const written = {
  from: '1',
  to: '2',
  resources: { order: { operations: [{ rename: { from: 'title', to: 'name' } }] } },
};
const more = { type: 'string' };

const releases = [
  { label: '1', release: '1.0.0', specification: resolved(older) },
  { label: '1', release: '1.1.0', specification: resolved(desk({ title: text(60), more }, first)) },
  { label: '2', release: '2.0.0', specification: resolved(newer) },
];
const versions = composedVersions([older, newer], [written]);
const steps = versions[0]?.steps ?? [];
const guides = steps.map(migrationGuideView);
const model = buildModel(resolved(newer), versions, [], minorReleases({ releases }));

const renamed = { place: 'order.title', what: 'has another name: name', clients: 'yes' };
const longer = {
  place: 'resources.order.fields.title.maxLength',
  what: 'maxLength raised, from 60 to 90. Readers may meet values that were refused before.',
  clients: 'perhaps',
};
const added = {
  place: 'resources.order.fields.more',
  what: 'Optional field added: string.',
  clients: 'no',
};

test('the changelog has every version and every later release of it, the newest first', () => {
  const { releases: shown } = changelogView(model, steps, guides);
  assert.deepEqual(
    shown.map(({ heading, released, rows }) => ({ heading, released, rows })),
    [
      { heading: '2', released: '2025-06-01', rows: [renamed, longer] },
      { heading: '1.1.0', released: '', rows: [added] },
      { heading: '1', released: '2024-01-01', rows: [] },
    ],
  );
  assert.deepEqual(
    shown.map((each) => [each.isFirst, each.guides]),
    [
      [false, [{ name: '1-to-2', from: '1' }]],
      [false, []],
      [true, []],
    ],
  );
});

test('the service serves the same by the numbers of releases', () => {
  assert.deepEqual(
    servedChangelog(model, steps, guides).map(({ label, release, changes }) => [
      label,
      release,
      changes.map(({ toDo }) => toDo),
    ]),
    [
      ['2', '2.0.0', ['yes', 'perhaps']],
      ['1', '1.1.0', ['no']],
      ['1', '1.0.0', []],
    ],
  );
});

test('what a minor release added is told there, and not of the first release of its version as well', () => {
  const extended = desk({ name: text(100), more }, both);
  const additions = { add: { field: 'more' } };
  const composed = composedVersions(
    [older, extended],
    [
      {
        ...written,
        resources: {
          order: { operations: [...written.resources.order.operations, additions] },
        },
      },
    ],
  );
  const later = [
    ...releases.slice(0, 1),
    ...releases.slice(2),
    { label: '2', release: '2.1.0', specification: resolved(desk({ name: text(95), more }, both)) },
    { label: '2', release: '2.2.0', specification: resolved(extended) },
  ];
  const extendedSteps = composed[0]?.steps ?? [];
  const { releases: shown } = changelogView(
    buildModel(resolved(extended), composed, [], minorReleases({ releases: later })),
    extendedSteps,
    extendedSteps.map(migrationGuideView),
  );
  assert.deepEqual(
    shown.map(({ heading, rows }) => [heading, rows.map(({ place }) => place)]),
    [
      ['2.2.0', ['resources.order.fields.name.maxLength']],
      ['2.1.0', ['resources.order.fields.more', 'resources.order.fields.name.maxLength']],
      ['2', ['order.title', 'resources.order.fields.title.maxLength']],
      ['1', []],
    ],
  );
});
