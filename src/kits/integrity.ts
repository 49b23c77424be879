import { createHash } from 'node:crypto';
import type { KitFile } from './kit.ts';

/** The SHA-256 of the texts of a kit and of all that it extends, as Subresource Integrity writes it. */
export function integrityOf(files: readonly KitFile[]): string {
  const texts = JSON.stringify(files.map(({ text }) => text));
  return `sha256-${createHash('sha256').update(texts).digest('base64')}`;
}
