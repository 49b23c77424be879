import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { compare } from './paths.ts';
import { sha256 } from './text.ts';

/** The first line of bases of this format; a later format has a higher number. */
const FORMAT = 1;

/** Packed texts by the SHA-256 of what they hold. */
export type PackedTexts = ReadonlyMap<string, string>;

/**
 * Packed texts as one file. Sorted, one line for each text, so that a change of one file changes one line:
 *
 * ```
 * # resource-service bases 1
 * 60303ae2… GxcA+I2UqyDm…
 * ```
 *
 * The paths stand in the lock, whose lines name the same SHA-256. No search for a word or a path finds anything here, and what git makes
 * of two branches is right as long as it has the lines of both, in any order.
 */
export function formatBases(texts: PackedTexts): string {
  const lines = [...texts].sort(([a], [b]) => compare(a, b));
  return [
    `# resource-service bases ${FORMAT}`,
    '# The texts of the generated files as they were generated: resource-service --pristine FILE shows one.',
    ...lines.map(([hash, packed]) => `${hash} ${packed}`),
    '',
  ].join('\n');
}

/** Why bases cannot be read; `line` counts from 1. */
export interface BasesProblem {
  readonly line: number;
  readonly problem: string;
}

/**
 * Reads what formatBases writes; `unpackText` tells whether a text is whole. Conflict markers are passed over: every line between them is
 * a whole text of one side or the other, so all of them together are what a merge should have made.
 */
export function parseBases(text: string): PackedTexts | BasesProblem {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line !== '' && !CONFLICT.test(line));
  const problem = problemOfFormat(lines[0]?.line ?? '');
  if (problem !== undefined) return { line: lines[0]?.number ?? 1, problem };
  const texts = new Map<string, string>();
  for (const { line, number } of lines) {
    if (line.startsWith('#')) continue;
    const [, hash, packed] = LINE.exec(line) ?? [];
    if (hash === undefined || packed === undefined) {
      return { line: number, problem: 'a line is a SHA-256 and a text in base64' };
    }
    // Two generators may pack one text differently: the choice depends on nothing but the two.
    const other = texts.get(hash);
    if (other === undefined || packed < other) texts.set(hash, packed);
  }
  return texts;
}

const CONFLICT = /^(<{7}|\|{7}|={7}|>{7})( |$)/;
const LINE = /^([0-9a-f]{64}) ([A-Za-z0-9+/]+={0,2})$/;

function problemOfFormat(line: string): string | undefined {
  const [, format] = /^# resource-service bases (\d+)$/.exec(line) ?? [];
  if (format === undefined) return 'these are not the bases of resource-service';
  if (Number(format) === FORMAT) return undefined;
  return `the format ${format} is not known to this generator, which reads ${FORMAT}; use the generator that wrote it or a later one`;
}

/**
 * A text as base64 of brotli. Brotli has no header with a time, a name or a system, and its encoder uses no instructions of a certain
 * processor, as Node's zlib does: the same brotli makes the same bytes on every platform. A later brotli may make others. So nothing
 * compares packed texts: a text is known by the SHA-256 of what it unpacks to, and a line that is there already is never packed anew.
 */
export function packText(text: string): string {
  const bytes = Buffer.from(text);
  const params = {
    // Above 5, a tenth smaller takes twenty times as long.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_DEFAULT_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).toString('base64');
}

/** The text with this SHA-256; undefined if the packed bytes hold anything else. */
export function unpackText(hash: string, packed: string): string | undefined {
  try {
    const bytes = brotliDecompressSync(Buffer.from(packed, 'base64'), {
      maxOutputLength: LONGEST,
    });
    return sha256(bytes) === hash ? bytes.toString() : undefined;
  } catch {
    // Whatever is wrong with the bytes, they are not the text.
    return undefined;
  }
}

/** No generated file comes near it; a few damaged bytes could ask for far more. */
const LONGEST = 64 * 1024 * 1024;
