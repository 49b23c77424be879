import { hash } from 'node:crypto';

/**
 * Strong entity tag of a representation (RFC 9110, section 8.8.3): `"<revision>.v<label>.<variant>"`. Two
 * representations of one revision differ in bytes and so in tag; a writer is asked for the revision alone.
 *
 * @param variant the representation, and the language where its text depends on it
 */
export function entityTag(revision: number, label: string, variant: string): string {
  return `"${String(revision)}.v${label}.${variant}"`;
}

/** The tag of the same representation in a content coding, whose bytes are others. */
export function codedTag(tag: string, coding: string): string {
  return tag.startsWith('W/') ? tag : tag.replace(/"$/, `.${coding}"`);
}

/** Weak tag of what has no revision, such as a page (RFC 9110, section 8.8.1). */
export function weakTag(payload: string | Buffer): string {
  return `W/"${hash('sha1', payload, 'base64url')}"`;
}

/** The tags of an If-Match or If-None-Match header: any, or those listed. */
export type TagList = '*' | readonly Tag[];

export interface Tag {
  readonly isWeak: boolean;
  /** With its quotation marks. */
  readonly opaque: string;
}

/** Undefined where the header is not what RFC 9110, section 13.1.1, allows. */
export function parseTags(header: string): TagList | undefined {
  const text = header.trim();
  if (text === '*') return '*';
  const tags: Tag[] = [];
  const pattern = /\s*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(,|$)/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    tags.push({ isWeak: match[1] !== undefined, opaque: match[2] ?? '' });
  }
  return tags.length > 0 ? tags : undefined;
}

/** The revision that a strong tag of ours names, whatever version and representation it was given with. */
export function revisionOf({ isWeak, opaque }: Tag): number | undefined {
  const revision = /^"([1-9]\d{0,15})\.v\d[\d-]*\./.exec(opaque)?.[1];
  return isWeak || revision === undefined ? undefined : Number(revision);
}
