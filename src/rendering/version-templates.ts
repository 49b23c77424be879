/** Of the templates of older versions, below `templates/`. */
export const versionTemplateFolder = 'src/versioning/version';

export const proofsTemplate = 'test/versioning/version.test.ts.hbs';

export const flagTemplate = 'src/versioning/feature/change.ts.hbs';

/** Templates that are rendered for each older version, or for each of its resources, and not once. */
export const versionTemplates: readonly string[] = [
  flagTemplate,
  `${versionTemplateFolder}/changelog.md.hbs`,
  `${versionTemplateFolder}/changelog.ts.hbs`,
  `${versionTemplateFolder}/migration.md.hbs`,
  `${versionTemplateFolder}/resource.adapter.ts.hbs`,
  `${versionTemplateFolder}/resource.legacy.ts.hbs`,
  `${versionTemplateFolder}/resource.schema.ts.hbs`,
  `${versionTemplateFolder}/step.hooks.test.ts.hbs`,
  `${versionTemplateFolder}/step.hooks.ts.hbs`,
  `${versionTemplateFolder}/version.adapter.ts.hbs`,
  proofsTemplate,
];
