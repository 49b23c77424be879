import { fill, nested, things, type Attack } from './attack.ts';

/** Media types of the pages that a service writes. */
export const mediaTypes = [
  'application/json',
  'application/hal+json',
  'application/vnd.api+json',
  'application/xml',
  'text/html',
] as const;

/** Rows that are valid, and that somebody made to be written at length. */
export const rows = 60;

const levels = 28;

export function row(): Attack {
  const body = {
    note: fill('&\'"<', 3000),
    free: JSON.parse(
      nested('[', '1,'.repeat(1500).slice(0, -1), ']')(3000 + 2 * levels),
    ) as unknown,
    marks: Array.from({ length: 1000 }, (_, index) => index),
    pieces: Array.from({ length: 100 }, (_, index) => ({ name: String(index), sizes: [] })),
  };
  return {
    method: 'POST',
    path: things,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export function page(mediaType: string): Attack {
  const size = mediaType === 'application/vnd.api+json' ? 'page[size]' : 'size';
  return {
    method: 'GET',
    path: `${things}?${size}=${String(rows)}`,
    headers: { accept: mediaType },
  };
}
