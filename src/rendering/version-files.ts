import type { LinkedStep } from '../evolution/compose/link.ts';
import type { ServiceModel } from '../model/model.ts';
import { hasChangelog } from './features.ts';
import type { VersionFile } from './version-file.ts';
import { proofsTemplate, versionTemplateFolder } from './version-templates.ts';
import { hooksOf, hookTestView, hooksView } from './views/versions/hooks.ts';
import { changelogView, servedChangelog } from './views/versions/changelog.ts';
import { migrationGuideView } from './views/versions/migration-guide.ts';
import { versionView } from './views/versions/version.ts';

type VersionView = ReturnType<typeof versionView>;

/** Every older version as its templates show it. */
export function versionViews(model: ServiceModel): VersionView[] {
  return model.older.map((version) => versionView(model, version));
}

/** The files of older versions and of the steps between them. */
export function versionFiles(model: ServiceModel, versions: readonly VersionView[]): VersionFile[] {
  const template = (name: string) => `${versionTemplateFolder}/${name}.hbs`;
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
        entry: { template: proofsTemplate, path: `test/versioning/${version.folder}.test.ts` },
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
            view: changelogView(model, steps, guides),
          },
          {
            entry: { template: template('changelog.ts'), path: 'src/versioning/changelog.ts' },
            view: { releases: servedChangelog(model, steps, guides) },
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
