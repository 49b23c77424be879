import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { OutputFile } from '../plan/index.ts';
import { jsonSchema } from '../specification/index.ts';
import { formatAll, type Unformatted } from './format.ts';
import { currentFormatter, formattingRecord, type Formatter } from './formatting-record.ts';
import { stepJsonSchema } from '../evolution/index.ts';
import { exceptions, initialMigration, type TemplateEntry } from './manifest.ts';
import { printSchema } from './print-schema.ts';
import { allImportsOf, importsOf } from './imports.ts';
import { isModule, reached } from './reached.ts';
import {
  allVersionsView,
  flagFiles,
  versionFiles,
  versionTemplates,
  versionViews,
} from './version-files.ts';
import { openTemplates, type Templates } from './compiled-templates.ts';
import { outputPath, templatePaths, templateText } from './templates.ts';
import { documentView } from './views/documents.ts';
import { eventAudiencesView, eventSourcesView } from './views/event-sources.ts';
import { migrationView } from './views/migration.ts';
import { packageJson, type RuntimeChoice } from './views/package-json.ts';
import { resourceView } from './views/resource.ts';
import { sampleView } from './views/sample.ts';
import { serviceView } from './views/service.ts';
import { flagsView } from './views/versions/flag.ts';
import { visibilityView } from './views/visibility.ts';

type View = Readonly<Record<string, unknown>>;

/** The text that an earlier generation made by the same formatting; undefined where none is known to be that. */
export type EarlierText = (formatter: Formatter, file: Unformatted) => Promise<string | undefined>;

export interface RenderOptions {
  readonly runtime: RuntimeChoice;
  /** Called with the number of files formatted, and of all that will be. */
  readonly onProgress?: (done: number, all: number) => void;
  /** The folder whose files are wanted, `src/versioning/`; all of them unless it is said. */
  readonly within?: string;
  /** `false` leaves the texts as the templates give them, for what only compiles them; formatting takes most of the time. */
  readonly isFormatted?: boolean;
  /** Absent: everything is formatted. */
  readonly earlierText?: EarlierText;
  /** Absent: the one of this process. */
  readonly formatter?: Formatter;
  /** Absent: the service is new, and gets its first migration. */
  readonly history?: MigrationHistory;
  /** The service leaves the generator: nothing in it speaks of the next generation, or serves it. */
  readonly isLast?: boolean;
}

/** The migrations of a service that is generated again. */
export interface MigrationHistory {
  /** Those that are there. */
  readonly kept: readonly Unformatted[];
  /** The one that this generation adds. */
  readonly next?: Unformatted;
  /** Name under which databases know the first one, where an older generator gave it another than its file. */
  readonly formerInitial?: string;
}

/** Every file of a service, in the order of their paths; `service.yaml` is not among them. */
export async function render(
  model: ServiceModel,
  {
    runtime,
    within = '',
    isFormatted = true,
    history,
    isLast = false,
    ...formatting
  }: RenderOptions,
): Promise<OutputFile[]> {
  const templateOf = await openTemplates();
  const versions = versionViews(model);
  const changed = flagsView(model);
  const service = {
    ...allVersionsView(versions),
    changed,
    ...serviceView(model),
    ...eventSourcesView(model),
    ...eventAudiencesView(model),
    ...visibilityView(model),
    ...migrationView(model, history?.formerInitial),
    ...documentView(model),
    isLast,
  };
  const resources = new Map<string, View>(
    model.resources.map((resource) => [
      resource.name,
      { ...resourceView(model, resource), ...sampleView(model, resource) },
    ]),
  );
  const known = new Map(exceptions.map((entry) => [entry.template, entry]));
  const templates = templatePaths()
    .filter((template) => !versionTemplates.includes(template))
    .filter((template) => history === undefined || template !== initialMigration)
    .map((template): TemplateEntry => known.get(template) ?? { template })
    .filter(({ isForGenerator = false }) => !(isLast && isForGenerator))
    .filter(({ when }) => when === undefined || when(model))
    .flatMap((entry): Possible[] =>
      entry.isPerResource
        ? model.resources.map((resource) =>
            possible(entry, templateOf, () => context(resources, resource), resource),
          )
        : [possible(entry, templateOf, () => service)],
    );
  const ofVersions = [...versionFiles(model, versions), ...flagFiles(changed)].map(
    ({ entry, view }) => possible(entry, templateOf, () => ({ ...service, ...view })),
  );
  const every = [...templates, ...ofVersions];
  const modules = every
    .filter(({ isGiven }) => !isGiven)
    .map(({ path, make }) => [path, make] as const);
  const given = [
    ...every.filter(({ isGiven }) => isGiven).map(({ make }) => make()),
    ...(history?.next === undefined ? [] : [migrationFile(history.next)]),
  ];
  const paths = new Set(modules.map(([path]) => path));
  const needed = (history?.kept ?? []).map(({ path, text }) => ({
    path,
    imports: importsOf(path, text).filter((imported) => paths.has(imported)),
  }));
  const all = reached([...given, ...jsonFiles(model, runtime, isLast)], new Map(modules), needed)
    .filter(({ path }) => path.startsWith(within))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return isFormatted ? format(all, formatting) : all.map(({ isFormatted: _, ...each }) => each);
}

function context(views: ReadonlyMap<string, View>, { name }: ResourceModel): View {
  const view = views.get(name);
  if (view === undefined) throw new Error(`no view of ${name}`);
  return view;
}

/** A file that the service has in any case, or if another one brings it in. */
interface Possible {
  readonly path: string;
  readonly isGiven: boolean;
  readonly make: () => Rendered;
}

/** A file, and whether it is as the formatter would have it. */
interface Rendered extends OutputFile {
  readonly isFormatted: boolean;
  readonly imports: readonly string[];
}

function possible(
  entry: TemplateEntry,
  templateOf: Templates,
  view: () => View,
  resource?: ResourceModel,
): Possible {
  const path = entry.path ?? outputPath(entry.template, resource?.name);
  // What is somebody's own may bring in what it likes and stays.
  const isGiven = entry.ownership !== undefined || entry.isAmbient === true || !isModule(path);
  return { path, isGiven, make: () => file(entry, path, templateOf, view) };
}

function file(
  { template, ownership = 'generated' }: TemplateEntry,
  path: string,
  templateOf: Templates,
  view: () => View,
): Rendered {
  const about = { path, ownership, template };
  const isCode = path.endsWith('.ts');
  if (template.endsWith('.hbs')) {
    const text = templateOf(template)(view());
    const imports = isCode ? importsOf(path, text) : [];
    return { ...about, text, imports, isFormatted: !isCode };
  }
  // What is copied is the same in every service, and kept formatted in this package.
  const text = templateText(template);
  const imports = isCode ? allImportsOf(path, text) : [];
  return { ...about, text, imports, isFormatted: true };
}

function migrationFile({ path, text }: Unformatted): Rendered {
  const about = { path, text, ownership: 'history', template: '(migration)' } as const;
  return { ...about, imports: importsOf(path, text), isFormatted: false };
}

function jsonFiles(model: ServiceModel, runtime: RuntimeChoice, isLast: boolean): Rendered[] {
  const json = (path: string, text: string): Rendered => ({
    path,
    text,
    ownership: 'generated',
    template: '(data)',
    imports: [],
    isFormatted: true,
  });
  const program = packageJson(model, runtime, isLast);
  const packageFile = json('package.json', `${JSON.stringify(program, null, 2)}\n`);
  if (isLast) return [packageFile];
  return [
    packageFile,
    json('.resource-service/service.schema.json', printSchema(jsonSchema())),
    ...(model.older.length > 0
      ? [json('.resource-service/step.schema.json', printSchema(stepJsonSchema()))]
      : []),
  ];
}

async function format(
  files: readonly Rendered[],
  {
    onProgress,
    earlierText = () => Promise.resolve(undefined),
    formatter = currentFormatter(),
  }: Pick<RenderOptions, 'onProgress' | 'earlierText' | 'formatter'>,
): Promise<OutputFile[]> {
  const rendered = files.filter(({ isFormatted }) => !isFormatted);
  const earlier = await Promise.all(rendered.map((file) => earlierText(formatter, file)));
  const texts = new Map(rendered.map(({ path }, index) => [path, earlier[index]]));
  const unformatted = rendered.filter(({ path }) => texts.get(path) === undefined);
  const formatted = await formatAll(unformatted, (done) => onProgress?.(done, unformatted.length));
  for (const [index, { path }] of unformatted.entries()) texts.set(path, formatted[index]);
  return files.map(({ isFormatted: _, imports: __, ...each }) => {
    const text = texts.get(each.path);
    if (text === undefined) return each;
    const both = { unformatted: each.text, formatted: text };
    return { ...each, text, formatted: formattingRecord(formatter, each.path, both) };
  });
}
