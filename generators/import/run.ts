import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  documentLimits,
  importDocument,
  type Finding,
  type ImportedResource,
} from '../../src/import/index.ts';
import { codeOf, describe } from '../../src/plan/io-errors.ts';
import { readText } from '../app/read-text.ts';
import type { Failure } from '../command/failure.ts';
import type { ImportCommandLine } from './command-line.ts';

/** How an import ended. */
export interface ImportOutcome {
  readonly status: 0 | 1 | 2;
  /** Of `service.yaml`, as it was or would be written. */
  readonly file?: string;
  readonly text?: string;
  readonly isWritten: boolean;
  readonly resources: readonly ImportedResource[];
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
}

const kind = { size: documentLimits.size, what: 'an OpenAPI document', example: 'openapi.yaml' };

/** Reads the document and, unless it is a dry run, writes the specification. */
export async function runImport(commandLine: ImportCommandLine): Promise<ImportOutcome> {
  const { file, destination, dryRun } = commandLine;
  const read = await readText(resolve(file), file, kind);
  if (!read.ok) return failed(1, read.failure);
  const imported = importDocument(read.text);
  if (!imported.ok) {
    const { line, message, findings } = imported;
    const what = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    const whatToDo = 'Nothing was written.';
    return { ...failed(2, { where: `${file}:${line}`, what, whatToDo }), findings };
  }
  const path = join(resolve(destination), 'service.yaml');
  const shown = join(destination, 'service.yaml');
  const { text, resources, findings } = imported;
  const done = { status: 0, file: shown, text, resources, findings, failures: [] } as const;
  if (dryRun) {
    const isTaken = await exists(path);
    return isTaken ? failed(1, inTheWay(shown)) : { ...done, isWritten: false };
  }
  try {
    await mkdir(resolve(destination), { recursive: true });
    // It must not be there, not even as a link.
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return failed(1, inTheWay(shown));
    const what = `It cannot be written: ${describe(error)}.`;
    return failed(1, { where: shown, what, whatToDo: 'Name another directory by --destination.' });
  }
  return { ...done, isWritten: true };
}

function failed(status: 1 | 2, failure: Failure): ImportOutcome {
  return { status, isWritten: false, resources: [], findings: [], failures: [failure] };
}

function inTheWay(shown: string): Failure {
  return {
    where: shown,
    what: 'It is there already, and is never overwritten.',
    whatToDo: 'Name another directory by --destination DIR.',
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
