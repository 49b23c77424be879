import { around, fill, nested, series, type Make } from './attack.ts';

/** Names and values of header fields, by what is hard about them. */
export type Fields = Readonly<Record<string, readonly [name: string, value: Make]>>;

const fills =
  (text: string): Make =>
  (size) =>
    fill(text, size);
const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const tokenOf =
  (head: (size: number) => string, rest = '.e30.AAAA') =>
  (size: number) =>
    `Bearer ${base64(head(Math.floor((size * 3) / 4) - rest.length))}${rest}`;

export const fields = {
  'Accept, types': ['accept', fills('a/b,')],
  'Accept, types that differ': [
    'accept',
    (size: number) => series(size, ',', (at) => `a/b${String(at)}`),
  ],
  'Accept, everything': ['accept', fills('*/*;q=0.1,')],
  'Accept, parameters': ['accept', around('application/json', '', fills(';a=b'))],
  'Accept, quotation marks': ['accept', around('application/json;a="', '', fills('\\"'))],
  'Accept, quotation marks left open': ['accept', fills('"')],
  'Accept, commas': ['accept', fills(',')],
  'Accept, blanks': ['accept', around('a', 'a', fills(' '))],
  'Accept, blanks and commas': ['accept', around('a', 'a', fills(' ,'))],
  'Accept, blanks and semicolons': ['accept', around('a/b', 'a', fills(' ;'))],
  'Accept, slashes': ['accept', fills('a/')],
  'Accept, digits of a weight': ['accept', around('*/*;q=0.', '', fills('0'))],
  'Accept-Language, languages': ['accept-language', fills('xx,')],
  'Accept-Language, subtags': ['accept-language', fills('xx-')],
  'Accept-Language, blanks': ['accept-language', around('a', 'a', fills(' '))],
  'Accept-Encoding, codings': ['accept-encoding', fills('gzip;q=0,')],
  'Accept-Encoding, blanks': ['accept-encoding', around('a', 'a', fills(' '))],
  'If-None-Match, tags': ['if-none-match', fills('"a",')],
  'If-None-Match, weak tags': ['if-none-match', fills('W/"a", ')],
  'If-None-Match, quotation marks': ['if-none-match', fills('"')],
  'If-None-Match, blanks': ['if-none-match', around('"a"', '"', fills(' '))],
  'If-None-Match, commas': ['if-none-match', fills(' ,')],
  'If-Match, tags': ['if-match', fills('"a",')],
  'If-Modified-Since': ['if-modified-since', fills('a, ')],
  'Prefer, preferences': ['prefer', fills('a=b,')],
  'Prefer, parameters': ['prefer', around('return=minimal', '', fills('; a="b"'))],
  'Prefer, blanks': ['prefer', around('a', 'a', fills(' '))],
  'Prefer, quotation marks': ['prefer', fills('a="')],
  'X-Forwarded-For, addresses': ['x-forwarded-for', fills('1.2.3.4,')],
  'X-Forwarded-For, colons': ['x-forwarded-for', fills('::')],
  'Forwarded, elements': ['forwarded', fills('for=1.2.3.4,')],
  'Forwarded, semicolons': ['forwarded', fills(';')],
  'Forwarded, blanks': ['forwarded', around('for=1', 'a', fills(' ;'))],
  'Origin, letters': ['origin', fills('a')],
  'Idempotency-Key, letters': ['idempotency-key', fills('a')],
  'Idempotency-Key, quotation marks': ['idempotency-key', around('"', '"', fills('\\"'))],
  'traceparent, hyphens': ['traceparent', fills('00-')],
  'tracestate, members': ['tracestate', fills('a=b,')],
  'Content-Type, parameters': ['content-type', around('application/json', '', fills(';a=b'))],
  'Host, dots': ['host', fills('a.')],
  'Host, colons': ['host', fills(':1')],
  'Upgrade, protocols': ['upgrade', fills('a,')],
  'Range, ranges': ['range', around('bytes=', '', fills('0-1,'))],
  'X-API-Key, letters': ['x-api-key', fills('a')],
  'X-API-Key, underscores': ['x-api-key', fills('_')],
} as const satisfies Fields;

export const cookies = {
  pairs: ['cookie', fills('a=b; ')],
  'pairs that differ': ['cookie', (size: number) => series(size, '; ', (at) => `a${String(at)}=b`)],
  semicolons: ['cookie', fills(';')],
  'equals signs': ['cookie', fills('=')],
  blanks: ['cookie', around('a', 'a', fills(' '))],
  'quotation marks': ['cookie', fills('a="')],
  'percent encodings': ['cookie', around('a=', '', fills('%41'))],
} as const satisfies Fields;

export const tokens = {
  dots: ['authorization', around('Bearer ', '', fills('.'))],
  'parts of a letter': ['authorization', around('Bearer ', '', fills('a.'))],
  letters: ['authorization', around('Bearer ', '', fills('a'))],
  'letters that are none of base64': ['authorization', around('Bearer e30.', '.e30', fills('*'))],
  blanks: ['authorization', around('Bearer ', 'a', fills(' '))],
  'a header in each other': ['authorization', tokenOf(nested('[', '', ']'))],
  'a header of objects': ['authorization', tokenOf(nested('{"a":', '1', '}'))],
  'a header of members': [
    'authorization',
    tokenOf(
      around('{"alg":"RS256",', '}', (size) => series(size, ',', (at) => `"a${String(at)}":1`)),
    ),
  ],
  'a header with a key': [
    'authorization',
    tokenOf(around('{"alg":"RS256","kid":"', '"}', fills('a'))),
  ],
  'a long body': [
    'authorization',
    (size: number) => `Bearer ${base64('{"alg":"RS256"}')}.${base64(fill('a', size / 2))}.AAAA`,
  ],
  'a body in each other': [
    'authorization',
    (size: number) =>
      `Bearer ${base64('{"alg":"RS256"}')}.${base64(nested('[', '', ']')(size / 2))}.AAAA`,
  ],
  'a long signature': [
    'authorization',
    (size: number) => `Bearer ${base64('{"alg":"RS256"}')}.e30.${fill('A', size - 40)}`,
  ],
  'five parts': [
    'authorization',
    (size: number) =>
      `Bearer ${base64('{"alg":"dir","enc":"A256GCM"}')}..AAAA.${fill('A', size - 80)}.AAAA`,
  ],
  'Basic, a long name': [
    'authorization',
    (size: number) => `Basic ${Buffer.from(`${fill('a', size / 2)}:a`).toString('base64')}`,
  ],
  'Basic, colons': [
    'authorization',
    (size: number) => `Basic ${Buffer.from(fill(':', size / 2)).toString('base64')}`,
  ],
  'Basic, no base64': ['authorization', around('Basic ', '', fills('*'))],
  'Basic, no UTF-8': ['authorization', around('Basic ', '', fills('////'))],
  schemes: ['authorization', fills('Bearer ')],
  commas: ['authorization', around('Digest ', '', fills('a="b",'))],
} as const satisfies Fields;
