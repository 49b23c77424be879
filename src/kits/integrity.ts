import { createHash } from 'node:crypto';
import type { KitFile } from './kit.ts';

/** The SHA-256 of the texts of a kit and of all that it extends, as Subresource Integrity writes it. */
export function integrityOf(files: readonly KitFile[]): string {
  return sha256(
    files.map(({ text, templates }) => (templates.length === 0 ? text : { text, templates })),
  );
}

/** The same of the templates alone; undefined: there are none. */
export function templateIntegrityOf(files: readonly KitFile[]): string | undefined {
  const templates = files.flatMap((file) => file.templates);
  return templates.length === 0 ? undefined : sha256(templates);
}

function sha256(value: unknown): string {
  return `sha256-${createHash('sha256').update(JSON.stringify(value)).digest('base64')}`;
}
