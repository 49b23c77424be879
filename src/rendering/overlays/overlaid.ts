import { runInThisContext } from 'node:vm';
import { templateCode } from '../compile-template.ts';
import { templateOf, type CompiledTemplate, type Template } from '../handlebars.ts';
import type { TemplateSource, TemplateUses } from '../template-uses.ts';
import { outputPath } from '../templates.ts';
import { isRendered, overlayName, type Overlay } from './overlay.ts';

/** What kits make of the templates of a service. */
export interface Overlaid {
  /** In the place of a template of the generator; undefined: no kit replaces it. */
  readonly replacing: (template: string) => TemplateSource | undefined;
  readonly added: readonly { readonly path: string; readonly source: TemplateSource }[];
}

/**
 * The templates of kits, a later kit before an earlier one.
 *
 * @throws {Error} when one adds a file that is made already
 */
export function overlaid(overlays: readonly Overlay[], { uses }: TemplateUses): Overlaid {
  const of = (kind: Overlay['kind']) =>
    new Map(
      overlays
        .filter((overlay) => overlay.kind === kind)
        .map((overlay) => [overlay.path, sourceOf(overlay)]),
    );
  const replacing = of('replace');
  const paths = new Set(uses.map(({ path }) => path));
  const added = [...of('add')].map(([template, source]) => {
    const path = outputPath(template);
    if (paths.has(path)) throw new Error(`${source.name} adds ${path}, which is made already`);
    return { path, source };
  });
  return { replacing: (template) => replacing.get(template), added };
}

function sourceOf(overlay: Overlay): TemplateSource {
  const { path, text } = overlay;
  const name = overlayName(overlay);
  if (!isRendered(path)) return { name, text: () => text, isRendered: false, isOfKit: true };
  let template: Template | undefined;
  return {
    name,
    text: (view) => {
      template ??= compiled(text, name);
      return template(view);
    },
    isRendered: true,
    isOfKit: true,
  };
}

function compiled(text: string, name: string): Template {
  const code = templateCode(text, name);
  return templateOf(runInThisContext(`(${code})`) as CompiledTemplate, name);
}
