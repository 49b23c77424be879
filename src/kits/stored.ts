import { readStoredText, type OutputFile } from '../plan/index.ts';
import { isMapping } from '../specification/plain.ts';
import { integrityOf } from './integrity.ts';
import type { KitFile, LoadedKit, TemplateText } from './kit.ts';

/**
 * The texts of the kits that a service was generated with, committed with it: `check`, a fresh clone and the comparison with what was
 * generated last need no registry and no directory beside the service.
 */
export const storedKitsPath = '.resource-service/kits.json';

export function storedKits(kits: readonly LoadedKit[]): OutputFile {
  const entries = kits.map(({ ref, name, version, integrity, files }) => ({
    kit: ref,
    name,
    version,
    integrity,
    texts: files.map(({ text, templates }) =>
      templates.length === 0 ? text : { text, templates },
    ),
  }));
  const text = `${JSON.stringify({ kits: entries }, null, 2)}\n`;
  return { path: storedKitsPath, text, ownership: 'generated', template: '(kits)' };
}

/** What a service has of kits, by integrity. What does not have the integrity that it claims is not among them. */
export async function readStoredKits(
  destination: string,
): Promise<ReadonlyMap<string, readonly KitFile[]>> {
  const text = await readStoredText(destination, storedKitsPath);
  const value = text === undefined ? undefined : json(text);
  const entries = isMapping(value) && Array.isArray(value['kits']) ? value['kits'] : [];
  return new Map(
    entries.flatMap((entry: unknown) => {
      const files = isMapping(entry) ? filesIn(entry['texts']) : [];
      return files.length === 0 ? [] : [[integrityOf(files), files] as const];
    }),
  );
}

function filesIn(texts: unknown): KitFile[] {
  if (!Array.isArray(texts)) return [];
  const files = texts.flatMap((value: unknown): KitFile[] => {
    const { text, templates = [] } = isMapping(value) ? value : { text: value };
    if (typeof text !== 'string' || !Array.isArray(templates)) return [];
    return templates.every(isTemplate) ? [{ file: storedKitsPath, text, templates }] : [];
  });
  return files.length === texts.length ? files : [];
}

function isTemplate(value: unknown): value is TemplateText {
  return isMapping(value) && typeof value['path'] === 'string' && typeof value['text'] === 'string';
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
