import { createHash } from 'node:crypto';
import type { ContractFile } from './contracts.ts';

/** Where the checksums are; paths in it are relative to its directory. */
export const checksumsPath = 'contracts/SHA256SUMS';

const line = /^([0-9a-f]{64}) [ *]([^\u0000-\u001f\\]{1,300})$/;

export interface Checksum {
  /** Relative to the service. */
  readonly path: string;
  readonly sha256: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Text that `sha256sum --check` understands, in the order of the paths. */
export function formatChecksums(files: readonly ContractFile[]): string {
  const lines = files
    .map(({ path, text }) => ({ path: path.replace(/^contracts\//, ''), sha256: sha256(text) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return lines.join('');
}

/** What the text records, and the number of the first line that is no checksum. */
export function parseChecksums(text: string): { sums: Checksum[]; wrong?: number } {
  const sums: Checksum[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content === '') continue;
    const [, hash, path] = line.exec(content) ?? [];
    if (hash === undefined || path === undefined) return { sums, wrong: index + 1 };
    sums.push({ path: `contracts/${path}`, sha256: hash, line: index + 1 });
  }
  return { sums };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
