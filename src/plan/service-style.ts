import { styleIn, type Style } from '../merge/index.ts';
import type { Disk } from './disk.ts';

/** Where prettier looks for a configuration that is data. One in JavaScript would be code to run, and is not read. */
const FILES = ['.prettierrc.json', '.prettierrc', '.prettierrc.yaml', '.prettierrc.yml'];

/** How a service formats its code; nothing is known where its configuration is none of these files. */
export async function serviceStyle(disk: Disk): Promise<Style> {
  for (const file of FILES) {
    const entry = await disk.read(file);
    if (entry.kind === 'file' && entry.text !== undefined) return styleIn(entry.text);
  }
  return {};
}
