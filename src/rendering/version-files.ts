import type { LinkedStep } from '../evolution/compose/link.ts';
import type { ServiceModel } from '../model/model.ts';
import { hasChangelog } from './features.ts';
import type { TemplateEntry } from './manifest.ts';
import type { flagsView } from './views/versions/flag.ts';
import { hooksOf, hookTestView, hooksView } from './views/versions/hooks.ts';
import { changelogView, servedChangelog } from './views/versions/changelog.ts';
import { migrationGuideView } from './views/versions/migration-guide.ts';
import { versionView } from './views/versions/version.ts';

const folder = 'src/versioning/version';
const proofs = 'test/versioning/version.test.ts.hbs';

/** Templates that are rendered for each older version, or for each of its resources, and not once. */
export const versionTemplates: readonly string[] = [
  'src/versioning/feature/change.ts.hbs',
  `${folder}/changelog.md.hbs`,
  `${folder}/changelog.ts.hbs`,
  `${folder}/migration.md.hbs`,
  `${folder}/resource.adapter.ts.hbs`,
  `${folder}/resource.legacy.ts.hbs`,
  `${folder}/resource.schema.ts.hbs`,
  `${folder}/step.hooks.test.ts.hbs`,
  `${folder}/step.hooks.ts.hbs`,
  `${folder}/version.adapter.ts.hbs`,
  proofs,
];

/** Every change that a flag makes of a resource. */
export function flagFiles({ changes }: ReturnType<typeof flagsView>): VersionFile[] {
  return changes.map((change) => ({
    entry: {
      template: 'src/versioning/feature/change.ts.hbs',
      path: `src/versioning/features/${change.flag}/${change.file}.ts`,
    },
    view: change,
  }));
}

interface VersionFile {
  readonly entry: TemplateEntry & { readonly path: string };
  readonly view: Readonly<Record<string, unknown>>;
}

type VersionView = ReturnType<typeof versionView>;

/** Every older version as its templates show it. */
export function versionViews(model: ServiceModel): VersionView[] {
  return model.older.map((version) => versionView(model, version));
}

/** The files of older versions and of the steps between them. */
export function versionFiles(model: ServiceModel, versions: readonly VersionView[]): VersionFile[] {
  const template = (name: string) => `${folder}/${name}.hbs`;
  const steps = stepsOf(model);
  const guides = steps.map(migrationGuideView);
  return [
    ...versions.flatMap((version): VersionFile[] => [
      {
        entry: {
          template: template('version.adapter.ts'),
          path: `src/versioning/adapters/${version.folder}.ts`,
        },
        view: version,
      },
      {
        entry: { template: proofs, path: `test/versioning/${version.folder}.test.ts` },
        view: version.proofs,
      },
      ...version.resources.flatMap((resource): VersionFile[] => [
        {
          entry: {
            template: template('resource.schema.ts'),
            path: `src/versioning/${version.folder}/${resource.name}.schema.ts`,
          },
          view: resource.schema,
        },
        {
          entry: {
            template: template('resource.adapter.ts'),
            path: `src/versioning/${version.folder}/${resource.name}.adapter.ts`,
          },
          view: resource,
        },
      ]),
      ...version.legacy.map((legacy): VersionFile => ({
        entry: {
          template: template('resource.legacy.ts'),
          path: `src/versioning/${version.folder}/${legacy.name}.legacy.ts`,
        },
        view: legacy,
      })),
    ]),
    ...guides.map((guide): VersionFile => ({
      entry: {
        template: template('migration.md'),
        path: `docs/migrations/${guide.name}.md`,
        ownership: 'history',
      },
      view: guide,
    })),
    ...(hasChangelog(model)
      ? [
          {
            entry: { template: template('changelog.md'), path: 'docs/changelog.md' },
            view: changelogView(model.versions, guides, model.minorReleases),
          },
          {
            entry: { template: template('changelog.ts'), path: 'src/versioning/changelog.ts' },
            view: { releases: servedChangelog(model, guides) },
          },
        ]
      : []),
    ...steps
      .filter((step) => hooksOf(step).length > 0)
      .flatMap((step): VersionFile[] => [
        {
          entry: {
            template: template('step.hooks.ts'),
            path: `src/versioning/${step.name}.hooks.ts`,
            ownership: 'owned',
          },
          view: hooksView(step),
        },
        {
          entry: {
            template: template('step.hooks.test.ts'),
            path: `test/versioning/${step.name}.hooks.test.ts`,
            ownership: 'owned',
          },
          view: hookTestView(step),
        },
      ]),
  ];
}

/** The steps between all versions that differ, oldest first. */
export function stepsOf({ older }: ServiceModel): readonly LinkedStep[] {
  return [
    ...new Map(older.flatMap(({ steps }) => steps).map((each) => [each.name, each])).values(),
  ];
}

/** What the files tell that are there once for all older versions. */
export function allVersionsView(versions: readonly VersionView[]) {
  const legacy = versions.filter(({ legacy: own, former }) => own.length + former.length > 0);
  const importOf = (version: VersionView, each: VersionView['legacy'][number]) => ({
    folder: version.folder,
    file: each.name,
    name: each.routesName,
    alias: each.alias,
  });
  return {
    recordedLosses: Object.fromEntries(
      versions.flatMap(({ label, recordedLosses }) =>
        recordedLosses.length === 0 ? [] : [[label, recordedLosses] as const],
      ),
    ),
    recorders: versions.flatMap(({ label, recorder }) =>
      recorder.map((each) => ({ ...each, label })),
    ),
    adapters: versions.map(({ label, variable, folder: file }) => ({
      label,
      name: variable,
      file,
    })),
    legacyImports: legacy.flatMap((version) =>
      version.legacy.map((each) => importOf(version, each)),
    ),
    formerImports: [
      ...new Map(
        versions.flatMap(({ former }) => former.map((each) => [each.file, each])),
      ).values(),
    ],
    legacyVersions: legacy.map((version) => ({
      label: version.label,
      former: version.former,
      routes: version.legacy.map((each) => importOf(version, each)),
    })),
  };
}
