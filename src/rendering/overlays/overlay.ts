import { exceptions, type TemplateEntry } from '../manifest.ts';
import { outputPath, templatePaths } from '../templates.ts';
import { versionTemplates } from '../version-templates.ts';
import { nearest } from '../../specification/nearest.ts';
import { shown } from '../../specification/shown.ts';
import { assertSafePath } from '../../plan/paths.ts';
import type { ViewName } from './view-shape.ts';

/** A template of a kit, in the place of one of the generator's or beside them. */
export interface Overlay {
  /** The name of the kit. */
  readonly kit: string;
  /** Path below the `templates` of the kit, and of the template that it replaces. */
  readonly path: string;
  readonly text: string;
  readonly kind: 'replace' | 'add';
}

/** As the lock and error messages name the template. */
export function overlayName({ kit, path }: Pick<Overlay, 'kit' | 'path'>): string {
  return `${kit}:${path}`;
}

/** Whether it is rendered; all else is copied. */
export function isRendered(path: string): boolean {
  return path.endsWith('.hbs');
}

/** The view that the template of a kit is rendered with. */
export function viewOfOverlay({ path, kind }: Pick<Overlay, 'path' | 'kind'>): ViewName {
  return kind === 'replace' && entryOf(path).isPerResource === true ? 'resource' : 'service';
}

/** Why no kit replaces the template at this path, or adds one; undefined: it may. */
export function overlayPathProblem({
  path,
  kind,
}: Pick<Overlay, 'path' | 'kind'>): string | undefined {
  return unsafe(path) ?? (kind === 'replace' ? replacedProblem(path) : addedProblem(path));
}

function entryOf(template: string): TemplateEntry {
  return exceptions.find((each) => each.template === template) ?? { template };
}

/** What a kit leaves alone: the library, what keeps promises to older clients, and what serves the generator. */
function isReserved(template: string): boolean {
  const { ownership, isForGenerator = false } = entryOf(template);
  return (
    /^(?:src|test)\/runtime\//.test(template) ||
    versionTemplates.includes(template) ||
    isForGenerator ||
    ownership === 'history'
  );
}

function replacedProblem(path: string): string | undefined {
  const templates = templatePaths();
  if (!templates.includes(path)) {
    const meant = nearest(
      path,
      templates.filter((each) => !isReserved(each)),
    );
    const hint = meant === undefined ? 'a new file stands under add' : `did you mean ${meant}?`;
    return `the generator has no template ${shown(path)}; ${hint}`;
  }
  return isReserved(path)
    ? `${path} is replaced by no kit: it belongs to the library, to older versions or to the generator itself`
    : undefined;
}

/** Folders that hold what the generator makes of a specification, or what installers and other tools obey. */
const generatedFolders =
  /^(?:contracts|node_modules|docs\/migrations|(?:src|test)\/(?:runtime|resources|storage|versioning))\//;
const addedPlaces = /^(?:(?:\.github|\.gitlab|[^.][^/]*)\/|[^./][^/]*\.md$|\.gitlab-ci\.yml$)/;

function addedProblem(path: string): string | undefined {
  const output = outputPath(path);
  if (templatePaths().some((template) => outputPath(template) === output)) {
    return `the generator makes ${output} itself; the template that does it stands under replace`;
  }
  if (generatedFolders.test(output) || !addedPlaces.test(output)) {
    return `a kit adds no ${shown(output)}: it adds files to folders such as docs, deploy, scripts, src/own and .github, and Markdown beside them`;
  }
  return undefined;
}

function unsafe(path: string): string | undefined {
  try {
    assertSafePath(path);
    assertSafePath(outputPath(path));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/[.]$/, '') : String(error);
  }
}
