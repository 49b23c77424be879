import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContractFile } from './contracts.ts';
import { noContracts } from './contracts.ts';
import { parseContracts, type ContractsReading } from './parse.ts';

/** What reading stops at: the files may be anybody's. */
const limits = { files: 5000, depth: 4, bytes: 64 * 1024 ** 2 };

/** Reads `contracts/` of a directory; without one there are no contracts. Links are not followed. */
export async function readContracts(directory: string): Promise<ContractsReading> {
  const files: ContractFile[] = [];
  let bytes = 0;

  async function enter(path: string, depth: number): Promise<string | undefined> {
    const entries = await readdir(join(directory, path), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const each = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth === limits.depth) return `${each} lies too deep`;
        const refused = await enter(each, depth + 1);
        if (refused !== undefined) return refused;
        continue;
      }
      if (!entry.isFile()) return `${each} is no ordinary file`;
      bytes += (await lstat(join(directory, each))).size;
      if (files.length === limits.files || bytes > limits.bytes) {
        return `there are more than ${String(limits.files)} files or ${String(limits.bytes)} bytes`;
      }
      files.push({ path: each, text: await readFile(join(directory, each), 'utf8') });
    }
    return undefined;
  }

  if (!(await isDirectory(join(directory, 'contracts')))) {
    return { ok: true, contracts: noContracts };
  }
  const refused = await enter('contracts', 0);
  if (refused === undefined) return parseContracts(files);
  const message = `the contracts cannot be read: ${refused}; keep nothing else there`;
  const mistake = { file: 'contracts', line: 1, column: 1, path: [], code: 'unreadable', message };
  return { ok: false, mistakes: [mistake] };
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}
