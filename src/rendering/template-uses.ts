import type { ResourceModel, ServiceModel } from '../model/model.ts';
import { presentModel } from '../model/present.ts';
import { exceptions, initialMigration, type TemplateEntry } from './manifest.ts';
import { outputPath, templatePaths } from './templates.ts';
import { hasChangelog } from './features.ts';
import { flagFiles } from './flag-files.ts';
import type { VersionFile } from './version-file.ts';
import { versionTemplates } from './version-templates.ts';
import { documentView } from './views/documents.ts';
import { eventAudiencesView, eventSourcesView } from './views/event-sources.ts';
import { migrationView } from './views/migration.ts';
import { resourceView } from './views/resource.ts';
import { sampleView } from './views/sample.ts';
import { serviceView } from './views/service.ts';
import { allVersionsView } from './views/versions/all-versions.ts';
import type { flagsView } from './views/versions/flag.ts';
import { promisedModel } from './views/versions/promised.ts';
import { visibilityView } from './views/visibility.ts';

/** The names that a template can show, with their values. */
export type View = Readonly<Record<string, unknown>>;

/** A file that a template makes in one service. */
export interface TemplateUse {
  readonly entry: TemplateEntry;
  /** Of the file in the service. */
  readonly path: string;
  /** What the template shows. */
  readonly view: () => View;
}

/** What gives the text of a file. */
export interface TemplateSource {
  /** As the lock names it. */
  readonly name: string;
  readonly text: (view: View) => string;
  /** All else is copied. */
  readonly isRendered: boolean;
  readonly isOfKit: boolean;
}

/** Which files the service is about to have, apart from what they bring in. */
export interface UseOptions {
  /** The service has its first migration, or is new. */
  readonly hasMigrations?: boolean;
  /** Name under which databases know the first migration, where an older generator gave it another than its file. */
  readonly formerInitial?: string | undefined;
  /** The service leaves the generator: nothing in it speaks of the next generation, or serves it. */
  readonly isLast?: boolean;
}

export interface TemplateUses {
  readonly uses: readonly TemplateUse[];
  /** What a template shows that is rendered once for the service. */
  readonly service: View;
}

/** Every template of a service, once for each file that it makes. */
export async function templateUses(
  model: ServiceModel,
  options: UseOptions = {},
): Promise<TemplateUses> {
  const { hasMigrations = false, isLast = false } = options;
  const ofVersions = await versionsOf(model);
  const changed = await flagsOf(model);
  const { service, resources } = viewsOf(model, ofVersions.view, changed, options);
  const pages = pageViews(model, service);
  const known = new Map(exceptions.map((entry) => [entry.template, entry]));
  const uses = templatePaths()
    .filter((template) => !versionTemplates.includes(template))
    .filter((template) => !hasMigrations || template !== initialMigration)
    .map((template): TemplateEntry => known.get(template) ?? { template })
    .filter(({ isForGenerator = false }) => !(isLast && isForGenerator))
    .filter(({ when }) => when === undefined || when(model))
    .flatMap((entry): TemplateUse[] =>
      entry.isPerResource
        ? (entry.isOfNewest === true ? presentModel(model) : model).resources.map((resource) => ({
            entry,
            path: pathOf(entry, resource.name),
            view: () => viewOf(resources, resource),
          }))
        : [{ entry, path: pathOf(entry), view: () => pages[entry.template] ?? service }],
    );
  const others = [...ofVersions.files, ...flagFiles(changed)].map(({ entry, view }) => ({
    entry,
    path: entry.path,
    view: () => ({ ...service, ...view }),
  }));
  return { uses: [...uses, ...others], service };
}

interface OfVersions {
  readonly view: ReturnType<typeof allVersionsView>;
  readonly files: readonly VersionFile[];
}

/** What older versions bring along. A service of one version does without the code that compares them. */
async function versionsOf(model: ServiceModel): Promise<OfVersions> {
  if (model.older.length === 0 && !hasChangelog(model)) {
    return { view: allVersionsView([], await growthIn(model, [])), files: [] };
  }
  const { versionFiles, versionViews } = await import('./version-files.ts');
  const versions = versionViews(model);
  return {
    view: allVersionsView(versions, await growthIn(model, versions)),
    files: versionFiles(model, versions),
  };
}

/** What versions permit since their releases. A service without releases does without the code that compares them. */
async function growthIn(model: ServiceModel, versions: Parameters<typeof allVersionsView>[0]) {
  if (model.releases.length === 0) return {};
  const { growthView } = await import('./views/versions/growth.ts');
  const collections = versions.map((each) => [each.label, each.collections] as const);
  return growthView(model, new Map(collections));
}

type Flags = ReturnType<typeof flagsView>;

/** What feature flags change. The same holds of a service that has none. */
async function flagsOf(model: ServiceModel): Promise<Flags> {
  if (model.changing.length === 0) return { changes: [], resources: [] };
  const { flagsView } = await import('./views/versions/flag.ts');
  return flagsView(model);
}

/** The view of the service, and that of each resource. Of their types `npm run template-views` makes what kits can rely on. */
function viewsOf(
  model: ServiceModel,
  versions: OfVersions['view'],
  changed: Flags,
  { formerInitial, isLast = false }: UseOptions,
) {
  const service = {
    ...versions,
    changed,
    ...wholeView(model),
    ...migrationView(model, formerInitial),
    isLast,
    draftLabel: model.newest.label,
  };
  const views = model.resources.map((each) => {
    const resource = { ...resourceView(model, each), ...sampleView(model, each) };
    return [each.name, resource] as const;
  });
  return { service, resources: new Map<string, View>(views) };
}

/** What a template of the service as a whole may show. */
function wholeView(model: ServiceModel) {
  return {
    ...serviceView(model),
    ...eventSourcesView(model),
    ...eventAudiencesView(model),
    ...visibilityView(presentModel(model)),
    ...documentView(presentModel(model)),
  };
}

/** Views of the pages for clients, which describe what a plain start of the service serves. */
function pageViews(model: ServiceModel, service: View): Readonly<Record<string, View>> {
  const promised = promisedModel(model);
  if (promised === model) return {};
  // Of the promised model alone there is no draft.
  const draft = { hasLaterDraft: true };
  return {
    'README.md.hbs': { ...service, ...documentView(promised), ...draft },
    'INTERFACE.md.hbs': { ...service, ...wholeView(promised), ...draft },
  };
}

function pathOf({ template, path }: TemplateEntry, resourceName?: string): string {
  return path ?? outputPath(template, resourceName);
}

function viewOf(views: ReadonlyMap<string, View>, { name }: ResourceModel): View {
  const view = views.get(name);
  if (view === undefined) throw new Error(`no view of ${name}`);
  return view;
}
