import { around, fill, series, things, type Make } from './attack.ts';

const query = (inner: Make) => around(`${things}?`, '', inner);

/** Paths with a query, by what is hard about them. */
export const targets: Readonly<Record<string, Make>> = {
  ampersands: query((size) => fill('&', size)),
  'equals signs': query((size) => fill('=', size)),
  'names without values': query((size) => fill('a&', size)),
  'other names': query((size) => series(size, '&', (at) => `a${String(at)}`)),
  'one filter again and again': query((size) => fill('label=a&', size)),
  'one enumeration in commas': query(around('choice=', '', (size) => fill('red,', size))),
  'commas of numbers': query(around('count=', '', (size) => fill('1,', size))),
  'wrong values': query(around('count=', '', (size) => fill('x,', size))),
  'fifty wrong values': query(
    (size) => `count=${Array.from({ length: 50 }, () => 'x'.repeat(size / 60)).join(',')}`,
  ),
  'sort again and again': query((size) => fill('sort=a&', size)),
  'sort in commas': query(around('sort=', '', (size) => fill('a,', size))),
  'percent signs': query((size) => fill('%', size)),
  'percent encodings': query(around('label=', '', (size) => fill('%41', size))),
  'percent encodings of four bytes': query(
    around('label=', '', (size) => fill('%F0%9F%98%80', size)),
  ),
  'plus signs': query(around('label=', '', (size) => fill('+', size))),
  'a long cursor': query(around('cursor=', '', (size) => fill('A', size))),
  'a long page': query(around('page=', '', (size) => fill('1', size))),
  'a filter by a pattern': query(around('code=', '', (size) => fill('AA-000000', size))),
  'a filter by an e-mail address': query(around('mail=', '', (size) => fill('a.', size))),
  'a filter by a decimal': query(around('price[gte]=', '', (size) => fill('9', size))),
  'a filter by a long': query(around('big=', '', (size) => fill('9', size))),
  'a filter by an instant': query(around('at[gte]=', '', (size) => fill('2020', size))),
  'slashes in the path': (size) => `/${fill('/', size - 1)}`,
  'segments in the path': (size) => fill('/a', size),
  'dots in the path': (size) => fill('/..', size),
  'percent encodings in the path': (size) => `${things}/${fill('%41', size - 11)}`,
  'an identifier': (size) => `${things}/${fill('a0-', size - 11)}`,
  'versions in the path': (size) => fill('/v1', size),
};
