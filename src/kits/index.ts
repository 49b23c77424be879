import type { ServiceKits } from './service-kits.ts';

export type { Kit, LoadedKit } from './kit.ts';

/**
 * The kits that the text of a specification names, each exactly as it is pinned. `directory`: of the specification. `isFormer`: it is
 * what an earlier generator made, and its data alone is wanted. Most services name none, and do without what reads kits.
 */
export async function kitsFor(
  text: string,
  directory: string,
  file: string,
  isFormer = false,
): Promise<ServiceKits> {
  if (!text.includes('kits')) return { ok: true, kits: undefined, loaded: [] };
  const { pinnedKits } = await import('./service-kits.ts');
  return pinnedKits(text, directory, file, isFormer);
}
