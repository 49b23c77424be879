import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isRendered, viewOfOverlay, type Overlay } from '../rendering/overlays/overlay.ts';
import type { Mistake } from '../specification/index.ts';
import { readTextFile, unreadable } from '../text-file.ts';
import type { Kit, KitFile, TemplateText } from './kit.ts';

/** The directory of a kit that holds its templates. */
const folder = 'templates';

const mostBytes = 256 * 1024;

export type TemplatesReading =
  | { readonly ok: true; readonly templates: readonly TemplateText[] }
  | { readonly ok: false; readonly problem: string };

/** Reads the templates that a kit names, and no other file. */
export async function readTemplates(
  { templates }: Kit,
  directory: string,
  file: string,
): Promise<TemplatesReading> {
  const texts: TemplateText[] = [];
  for (const { path } of templates) {
    const shownPath = templateFile(file, path);
    const link = await linkOnTheWay(directory, path);
    const read = await readTextFile(join(directory, folder, path), mostBytes);
    const problem = link ?? (read.kind === 'text' ? undefined : unreadable(read, mostBytes));
    if (problem !== undefined || read.kind !== 'text') {
      return { ok: false, problem: `${shownPath} is not read: ${problem ?? 'it is no text'}` };
    }
    // A service has lines that end with LF, whatever the checkout of the kit has.
    texts.push({ path, text: read.text.replaceAll(/\r\n?/g, '\n') });
  }
  return { ok: true, templates: texts };
}

/** A file is not read through a link; nor are the folders on the way to it. */
async function linkOnTheWay(directory: string, path: string): Promise<string | undefined> {
  const folders = posix.join(folder, path).split('/').slice(0, -1);
  for (const [position] of folders.entries()) {
    const place = folders.slice(0, position + 1).join('/');
    const stat = await lstat(join(directory, place)).catch(() => undefined);
    if (stat?.isSymbolicLink() === true) return `${place} is a symbolic link`;
  }
  return undefined;
}

/** The templates of a kit with their texts. */
export function overlaysOf(kit: Kit, { templates }: KitFile): Overlay[] {
  return kit.templates.flatMap(({ path, kind }) => {
    const text = templates.find((each) => each.path === path)?.text;
    return text === undefined ? [] : [{ kit: kit.name, path, kind, text }];
  });
}

/** Whether the texts are those of the templates that a kit names, and no others. */
export function hasItsTemplates(kit: Kit, { templates }: KitFile): boolean {
  const paths = templates.map(({ path }) => path);
  return paths.join('\n') === kit.templates.map(({ path }) => path).join('\n');
}

/** Where the templates of a kit do not fit what the generator renders them with. Renders nothing. */
export async function templateMistakes(
  overlays: readonly Overlay[],
  file: string,
): Promise<Mistake[]> {
  const rendered = overlays.filter(({ path }) => isRendered(path));
  if (rendered.length === 0) return [];
  // Kits of data alone do without the parser of templates.
  const [{ templateIssues }, { viewShape }] = await Promise.all([
    import('../rendering/overlays/check-template.ts'),
    import('../rendering/overlays/view-shape.ts'),
  ]);
  return rendered.flatMap((overlay) =>
    templateIssues(overlay.text, viewShape(viewOfOverlay(overlay))).map((issue) => ({
      ...issue,
      file: templateFile(file, overlay.path),
      path: [],
    })),
  );
}

function templateFile(file: string, path: string): string {
  return posix.join(posix.dirname(file), folder, path);
}
