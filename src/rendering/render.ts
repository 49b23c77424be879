import type { ServiceModel } from '../model/model.ts';
import type { OutputFile, Ownership } from '../plan/index.ts';
import { formatAll, type Unformatted } from './format.ts';
import { currentFormatter, formattingRecord, type Formatter } from './formatting-record.ts';
import { allImportsOf, importsOf } from './imports.ts';
import { isModule, reached } from './reached.ts';
import { openTemplates, type Templates } from './compiled-templates.ts';
import type { TemplateEntry } from './manifest.ts';
import type { Overlay } from './overlays/overlay.ts';
import { templateUses, type TemplateSource, type TemplateUse, type View } from './template-uses.ts';
import { templateText } from './templates.ts';
import { packageJson, type RuntimeChoice } from './views/package-json.ts';

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
  /** Templates of kits, a later one before an earlier one. */
  readonly overlays?: readonly Overlay[];
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
    overlays = [],
    ...formatting
  }: RenderOptions,
): Promise<OutputFile[]> {
  const templateOf = await openTemplates();
  const used = await templateUses(model, {
    hasMigrations: history !== undefined,
    formerInitial: history?.formerInitial,
    isLast,
  });
  // Most services have no templates of kits, and do without their compiler.
  const ofKits =
    overlays.length === 0
      ? undefined
      : (await import('./overlays/overlaid.ts')).overlaid(overlays, used);
  const isMade = new Set(used.uses.filter(isBroughtIn).map(({ path }) => path));
  const every = used.uses.map((use): Possible => {
    const source = ofKits?.replacing(use.entry.template) ?? ownTemplate(use.entry, templateOf);
    return {
      path: use.path,
      isGiven: !isBroughtIn(use),
      make: () => file(source, use.path, use.entry.ownership, use.view, isMade),
    };
  });
  const modules = every
    .filter(({ isGiven }) => !isGiven)
    .map(({ path, make }) => [path, make] as const);
  const given = [
    ...every.filter(({ isGiven }) => isGiven).map(({ make }) => make()),
    ...(ofKits?.added ?? []).map(({ path, source }) =>
      file(source, path, 'generated', () => used.service, isMade),
    ),
    ...(history?.next === undefined ? [] : [migrationFile(history.next)]),
  ];
  const needed = (history?.kept ?? []).map(({ path, text }) => ({
    path,
    imports: importsOf(path, text).filter((imported) => isMade.has(imported)),
  }));
  const all = reached([...given, packageFile(model, runtime, isLast)], new Map(modules), needed)
    .filter(({ path }) => path.startsWith(within))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return isFormatted ? format(all, formatting) : all.map(({ isFormatted: _, ...each }) => each);
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

/** A module that is there where another file brings it in. What is somebody's own may bring in what it likes and stays. */
function isBroughtIn({ entry, path }: TemplateUse): boolean {
  return entry.ownership === undefined && entry.isAmbient !== true && isModule(path);
}

function ownTemplate({ template }: TemplateEntry, templateOf: Templates): TemplateSource {
  const isRendered = template.endsWith('.hbs');
  const text = isRendered
    ? (view: View) => templateOf(template)(view)
    : () => templateText(template);
  return { name: template, text, isRendered, isOfKit: false };
}

function file(
  { name, text: textFor, isRendered, isOfKit }: TemplateSource,
  path: string,
  ownership: Ownership = 'generated',
  view: () => View,
  isMade: ReadonlySet<string>,
): Rendered {
  const about = { path, ownership, template: name };
  const text = textFor(view());
  if (!path.endsWith('.ts')) return { ...about, text, imports: [], isFormatted: true };
  if (isOfKit) {
    // It may bring in what is somebody's own.
    const imports = importsOf(path, text).filter((imported) => isMade.has(imported));
    return { ...about, text, imports, isFormatted: false };
  }
  // What is copied is the same in every service, and kept formatted in this package.
  return isRendered
    ? { ...about, text, imports: importsOf(path, text), isFormatted: false }
    : { ...about, text, imports: allImportsOf(path, text), isFormatted: true };
}

function migrationFile({ path, text }: Unformatted): Rendered {
  const about = { path, text, ownership: 'history', template: '(migration)' } as const;
  return { ...about, imports: importsOf(path, text), isFormatted: false };
}

/** The only file that no template makes. */
function packageFile(model: ServiceModel, runtime: RuntimeChoice, isLast: boolean): Rendered {
  return {
    path: 'package.json',
    text: `${JSON.stringify(packageJson(model, runtime, isLast), null, 2)}\n`,
    ownership: 'generated',
    template: '(data)',
    imports: [],
    isFormatted: true,
  };
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
