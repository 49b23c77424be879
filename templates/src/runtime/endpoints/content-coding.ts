import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { BoundedMap } from '../storage/bounded-map.ts';
import { weightedElements } from './header-list.ts';

export type Coding = 'br' | 'gzip';

/** In bytes. Below, a packet is sent either way. */
const worthwhile = 1024;

/**
 * In bytes. Up to here a payload takes less than a millisecond. To hand it to another thread takes longer than that, and each one
 * that waits for its turn keeps some hundred kilobytes.
 */
const immediate = 64 * 1024;

// The highest level, which is the default, takes a hundred times as long.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotliInThread = promisify(brotliCompress);

const atOnce: Readonly<Record<Coding, (payload: Buffer) => Buffer>> = {
  br: (payload) => brotliCompressSync(payload, brotliOptions),
  gzip: (payload) => gzipSync(payload),
};

const inThread: Readonly<Record<Coding, (payload: Buffer) => Promise<Buffer>>> = {
  br: (payload) => brotliInThread(payload, brotliOptions),
  gzip: promisify(gzip),
};

function compress(payload: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  return (payload.byteLength <= immediate ? atOnce : inThread)[coding](payload);
}

const choices = new BoundedMap<string, { readonly coding: Coding | undefined }>(100);

/** The coding that Accept-Encoding prefers (RFC 9110, section 12.5.3); undefined is the identity. */
export function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return undefined;
  return choices.getOrCreate(acceptEncoding, () => ({ coding: choose(acceptEncoding) })).coding;
}

function choose(acceptEncoding: string): Coding | undefined {
  const elements = weightedElements(acceptEncoding);
  const qualityOf = (name: string) =>
    elements.find(({ value }) => value === name)?.quality ??
    elements.find(({ value }) => value === '*')?.quality ??
    0;
  const [brotlied, zipped] = [qualityOf('br'), qualityOf('gzip')];
  if (brotlied === 0 && zipped === 0) return undefined;
  // Without a weight, identity is the last resort; with a weight it may be preferred.
  const identity = elements.find(({ value }) => value === 'identity')?.quality ?? 0;
  if (identity > Math.max(brotlied, zipped)) return undefined;
  return brotlied >= zipped ? 'br' : 'gzip';
}

/** Bytes that somebody keeps to send them again, such as a file, are compressed once for as long as they are kept. */
const kept = new WeakMap<Buffer, Map<Coding, Buffer>>();

/** Undefined where it would gain nothing. */
export async function encoded(
  payload: string | Buffer,
  coding: Coding,
): Promise<Buffer | undefined> {
  if (Buffer.byteLength(payload) < worthwhile) return undefined;
  if (typeof payload === 'string') return compress(Buffer.from(payload), coding);
  const variants = kept.get(payload) ?? new Map<Coding, Buffer>();
  kept.set(payload, variants);
  const variant = variants.get(coding) ?? (await compress(payload, coding));
  variants.set(coding, variant);
  return variant;
}
