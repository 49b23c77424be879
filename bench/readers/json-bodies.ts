import { around, fill, nested, series, type Make } from './attack.ts';

const objectOf = (name: string, quote = '"') => ({
  make: (inner: Make) => around(`{"${name}":${quote}`, `${quote}}`, inner),
});
const textIn = (name: string, text: string, after = '') =>
  objectOf(name).make(around('', after, (size) => fill(text, size)));
const listIn = (name: string, item: string) =>
  objectOf(name, '').make(
    around('[', ']', (size) => {
      const items = fill(`${item},`, size);
      return items.slice(0, -1);
    }),
  );

/** JSON for a thing, by what is hard about it. */
export const json: Readonly<Record<string, Make>> = {
  'lists left open': (size) => fill('[', size),
  'lists in each other': nested('[', '', ']'),
  'objects in each other': nested('{"a":', '1', '}'),
  'lists next to each other': around('[', ']', (size) => fill('[],', size).slice(0, -1)),
  'other members': around('{', '}', (size) => series(size, ',', (at) => `"a${String(at)}":1`)),
  'other members of an object': around('{"place":{', '}}', (size) =>
    series(size, ',', (at) => `"a${String(at)}":1`),
  ),
  'other members with long names': around('{', '}', (size) =>
    series(size, ',', (at) => `"${'~'.repeat(100)}${String(at)}":1`),
  ),
  'one member again and again': around('{', '}', (size) => fill('"a":1,', size).slice(0, -1)),
  'names in escapes': around('{', '}', (size) =>
    series(size, ',', (at) => `"\\u0061${String(at)}":1`),
  ),
  'escapes in a text': textIn('note', '\\u0041'),
  'quotation marks in a text': textIn('note', '\\"'),
  backslashes: textIn('note', '\\\\'),
  'pairs of surrogates': textIn('note', '\\ud83d\\ude00'),
  'a surrogate alone at the end': textIn('note', '\\u0041', '\\ud83d'),
  'characters of four bytes': textIn('note', '\u{1F600}'),
  'texts next to each other': (size) => fill('""', size),
  'blanks behind texts': (size) => series(size, '', () => `"a"${' '.repeat(1000)}`),
  blanks: (size) => `{${fill(' ', size - 2)}}`,
  'digits of one number': around('{"count":', '}', (size) => fill('1', size)),
  'digits of a text': textIn('big', '9'),
  'digits of a decimal': textIn('price', '9'),
  'digits behind the point': around('{"price":"1.', '"}', (size) => fill('9', size)),
  'digits of a fraction': around('{"ratio":0.', '}', (size) => fill('1', size)),
  'points and signs': around('{"count":1', '}', (size) => fill('e+.', size)),
  'small numbers': listIn('marks', '1'),
  'numbers with exponents': listIn('marks', '1e9'),
  'numbers that differ': around('{"marks":[', ']}', (size) => series(size, ',', String)),
  'texts in a list': listIn('tags', '"a"'),
  'numbers in a list of texts': listIn('tags', '1'),
  'nothing in a list of texts': listIn('tags', 'null'),
  'objects in a list': listIn('pieces', '{}'),
  'objects with other members in a list': listIn('pieces', '{"a":1}'),
  'lists in objects in a list': listIn('pieces', '{"sizes":[1,2,3]}'),
  'lists of texts in objects in a list': listIn('pieces', '{"sizes":["a","b"]}'),
  'objects in an object': around('{"place":{"parts":[', ']}}', (size) =>
    fill('{},', size).slice(0, -1),
  ),
  'a pattern, nearly': textIn('code', 'AA-000000'),
  'a pattern with hyphens': textIn('slug', 'a-'),
  'a pattern with letters': textIn('slug', 'a'),
  'a pattern with letters, nearly': textIn('slug', 'a', '!'),
  'a host, dots': textIn('host', 'a.'),
  'a host, hyphens': textIn('host', 'a-'),
  'a host, letters': textIn('host', 'a'),
  'a UUID': textIn('number', 'a0-'),
  'an e-mail address, dots': textIn('mail', 'a.'),
  'an e-mail address, letters': textIn('mail', 'a'),
  'an e-mail address, at signs': textIn('mail', 'a@'),
  'an e-mail address, hyphens behind the at sign': around('{"mail":"a@', '"}', (size) =>
    fill('a-', size),
  ),
  'a URI, letters': textIn('address', 'a'),
  'a URI, slashes': around('{"address":"http:', '"}', (size) => fill('/', size)),
  'a URI, colons': around('{"address":"http://', '"}', (size) => fill(':1', size)),
  'a URI, percent signs': around('{"address":"http://', '"}', (size) => fill('%41', size)),
  'a URI, at signs': around('{"address":"http://', '"}', (size) => fill('a@', size)),
  'a URI, dots': around('{"address":"http://', '"}', (size) => fill('a.', size)),
  'a URI, brackets': around('{"address":"http://[', '"}', (size) => fill('1:', size)),
  'a URI, path': around('{"address":"http://a/', ' "}', (size) => fill('a/', size)),
  'a duration': around('{"span":"P', '"}', (size) => fill('1D', size)),
  'a duration, digits': around('{"span":"PT', '"}', (size) => fill('1', size)),
  'a day': textIn('day', '2020-01-01'),
  'an instant': around('{"at":"2020-01-01T00:00:00.', '"}', (size) => fill('1', size)),
  'a time': textIn('time', '00:'),
  'one of a few': textIn('choice', 'red'),
  base64: textIn('blob', 'QUJD'),
  'base64 that is none': textIn('blob', '*'),
  'a free value, wide': around('{"free":[', ']}', (size) =>
    fill('{"a":[1,2]},', size).slice(0, -1),
  ),
  'a free value, deep as can be': around('{"free":[', ']}', (size) =>
    fill(`${'['.repeat(28)}${']'.repeat(28)},`, size).slice(0, -1),
  ),
  'texts that HTML escapes': textIn('note', '&'),
};

/** Bodies of requests that may be repeated. */
export const repeated: Readonly<Record<string, Make>> = {
  'a free value, wide': around('{"free":[', ']}', (size) =>
    fill('{"b":1,"a":[1,2]},', size).slice(0, -1),
  ),
  'other members': around('{', '}', (size) => series(size, ',', (at) => `"a${String(at)}":1`)),
};

export const jsonApi: Readonly<Record<string, Make>> = {
  'other members': around('{"data":{"type":"things","attributes":{', '}}}', (size) =>
    series(size, ',', (at) => `"a${String(at)}":1`),
  ),
  relationships: around('{"data":{"type":"things","relationships":{', '}}}', (size) =>
    series(size, ',', (at) => `"a${String(at)}":{"data":null}`),
  ),
  'other data': around('{"data":[', ']}', (size) => fill('{},', size).slice(0, -1)),
  'numbers in a list of texts': around(
    '{"data":{"type":"things","attributes":{"tags":[',
    ']}}}',
    (size) => fill('1,', size).slice(0, -1),
  ),
};

export const hal: Readonly<Record<string, Make>> = {
  links: around('{"_links":{', '}}', (size) => series(size, ',', (at) => `"a${String(at)}":{}`)),
  embedded: around('{"_embedded":[', ']}', (size) => fill('{},', size).slice(0, -1)),
};

export const mergePatch: Readonly<Record<string, Make>> = {
  'other members': around('{', '}', (size) => series(size, ',', (at) => `"a${String(at)}":null`)),
  'objects in a free member': around('{"free":{', '}}', (size) =>
    series(size, ',', (at) => `"a${String(at)}":{"b":null}`),
  ),
  'a free member in each other': around('{"free":[', ']}', (size) =>
    fill(`${'{"a":'.repeat(28)}1${'}'.repeat(28)},`, size).slice(0, -1),
  ),
};

export const jsonPatch: Readonly<Record<string, Make>> = {
  'operations that are none': around('[', ']', (size) => fill('1,', size).slice(0, -1)),
  'operations without anything': around('[', ']', (size) => fill('{},', size).slice(0, -1)),
  'operations without a value': around('[', ']', (size) =>
    fill('{"op":"add","path":"/a"},', size).slice(0, -1),
  ),
  'one long path': around('[{"op":"remove","path":"', '"}]', (size) => fill('/a', size)),
  'one long path of tildes': around('[{"op":"remove","path":"/', '"}]', (size) => fill('~0', size)),
  'one large value': around('[{"op":"add","path":"/free","value":[', ']}]', (size) =>
    fill('1,', size).slice(0, -1),
  ),
  'a hundred comparisons': (size) => {
    const value = fill('1,', size / 100 - 50).slice(0, -1);
    const one = `{"op":"test","path":"/free","value":[${value}]}`;
    return `[{"op":"add","path":"/free","value":[${value}]},${Array.from({ length: 98 }, () => one).join(',')}]`;
  },
  'a large value copied': (size) => {
    const value = fill('1,', size - 8000).slice(0, -1);
    const copy = '{"op":"copy","from":"/free","path":"/free/0"}';
    return `[{"op":"add","path":"/free","value":[${value}]},${Array.from({ length: 98 }, () => copy).join(',')}]`;
  },
  'a large value removed from the front': (size) => {
    const value = fill('1,', size - 8000).slice(0, -1);
    const remove = '{"op":"remove","path":"/free/0"}';
    return `[{"op":"add","path":"/free","value":[${value}]},${Array.from({ length: 98 }, () => remove).join(',')}]`;
  },
  'a large value moved to and fro': (size) => {
    const value = fill('1,', size - 12_000).slice(0, -1);
    const moves = [
      '{"op":"move","from":"/free/a","path":"/free/b/c"}',
      '{"op":"move","from":"/free/b/c","path":"/free/a"}',
    ];
    const all = Array.from({ length: 49 }, () => moves.join(',')).join(',');
    return `[{"op":"add","path":"/free","value":{"a":[${value}],"b":{}}},${all}]`;
  },
  'a value copied into itself': (size) =>
    series(size, '', (at) => {
      if (at > 100) return ' '.repeat(1000);
      const copy = `{"op":"copy","from":"/free","path":"/free${'/a'.repeat(at)}"}`;
      if (at === 0) return '[{"op":"add","path":"/free","value":{}},';
      return at === 100 ? ']' : `${copy}${at === 99 ? '' : ','}`;
    }),
};
