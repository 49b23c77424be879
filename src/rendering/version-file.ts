import type { TemplateEntry } from './manifest.ts';

/** A file that a template makes for one version, one step or one flag. */
export interface VersionFile {
  readonly entry: TemplateEntry & { readonly path: string };
  readonly view: Readonly<Record<string, unknown>>;
}
