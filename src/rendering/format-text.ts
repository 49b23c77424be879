import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { format } from 'prettier/standalone';
import { formatOptions } from './format-options.ts';
import type { Unformatted } from './format.ts';

/**
 * Formats TypeScript. The rest of prettier finds its settings and plugins on the disk; they are given here, so that it is not loaded: that
 * takes long, and each thread that formats needs memory for it.
 */
export async function formatText({ path, text }: Unformatted): Promise<string> {
  try {
    return await format(text, { ...formatOptions(path), plugins: [babel, estree] });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${path}: ${message}`, { cause: error });
  }
}
