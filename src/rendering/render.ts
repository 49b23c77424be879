import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { OutputFile } from '../plan/index.ts';
import { jsonSchema } from '../specification/index.ts';
import { formatAll } from './format.ts';
import { exceptions, type TemplateEntry } from './manifest.ts';
import { hasRegions, withoutRegions } from './regions.ts';
import { compiledTemplate, outputPath, templatePaths, templateText } from './templates.ts';
import { documentView } from './views/documents.ts';
import { eventAudiencesView, eventSourcesView } from './views/event-sources.ts';
import { migrationView } from './views/migration.ts';
import { packageJson, type RuntimeChoice } from './views/package-json.ts';
import { resourceView } from './views/resource.ts';
import { sampleView } from './views/sample.ts';
import { serviceView } from './views/service.ts';
import { visibilityView } from './views/visibility.ts';

type View = Readonly<Record<string, unknown>>;

export interface RenderOptions {
  readonly runtime: RuntimeChoice;
  /** Called with the number of files formatted, and of all that will be. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Every file of a service, in the order of their paths; `service.yaml` is not among them. */
export async function render(
  model: ServiceModel,
  { runtime, onProgress }: RenderOptions,
): Promise<OutputFile[]> {
  const service = {
    ...serviceView(model),
    ...eventSourcesView(model),
    ...eventAudiencesView(model),
    ...visibilityView(model),
    ...migrationView(model),
    ...documentView(model),
  };
  const resources = new Map<string, View>(
    model.resources.map((resource) => [
      resource.name,
      { ...resourceView(model, resource), ...sampleView(model, resource) },
    ]),
  );
  const known = new Map(exceptions.map((entry) => [entry.template, entry]));
  const files = templatePaths()
    .map((template): TemplateEntry => known.get(template) ?? { template })
    .filter(({ when }) => when === undefined || when(model, runtime))
    .flatMap((entry): OutputFile[] =>
      entry.isPerResource
        ? model.resources
            .filter((resource) => entry.whenResource?.(resource) ?? true)
            .map((resource) => file(entry, context(resources, resource), resource))
        : [file(entry, service)],
    );
  const all = [...files, ...jsonFiles(model, runtime)].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return format(all, onProgress);
}

function context(views: ReadonlyMap<string, View>, { name }: ResourceModel): View {
  const view = views.get(name);
  if (view === undefined) throw new Error(`no view of ${name}`);
  return view;
}

function file(entry: TemplateEntry, view: View, resource?: ResourceModel): OutputFile {
  const { template, ownership = 'generated' } = entry;
  return {
    path: entry.path ?? outputPath(template, resource?.name),
    text: template.endsWith('.hbs')
      ? compiledTemplate(template)(view)
      : withoutRegions(templateText(template), view, template),
    ownership,
    template,
  };
}

function jsonFiles(model: ServiceModel, runtime: RuntimeChoice): OutputFile[] {
  const json = (path: string, value: unknown): OutputFile => ({
    path,
    text: `${JSON.stringify(value, null, 2)}\n`,
    ownership: 'generated',
    template: '(data)',
  });
  return [
    json('package.json', packageJson(model, runtime)),
    json('.resource-service/service.schema.json', jsonSchema()),
  ];
}

/** Files that are copied are kept formatted in this package; without some of their regions they may not be. */
async function format(
  files: readonly OutputFile[],
  onProgress: RenderOptions['onProgress'],
): Promise<OutputFile[]> {
  const isRendered = ({ path, template }: OutputFile) =>
    path.endsWith('.ts') && (template.endsWith('.hbs') || hasRegions(templateText(template)));
  const rendered = files.filter(isRendered);
  const texts = await formatAll(rendered, (done) => onProgress?.(done, rendered.length));
  const byPath = new Map(rendered.map(({ path }, index) => [path, texts[index]]));
  return files.map((each) => ({ ...each, text: byPath.get(each.path) ?? each.text }));
}
