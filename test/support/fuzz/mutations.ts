import { isObject, list } from './document.ts';
import { nastyNames, nastyTexts, nastyValues } from './nasty.ts';
import type { Random } from './random.ts';

/** A value with one thing about it changed, somewhere. */
export function mutated(random: Random, value: unknown): unknown {
  const descends = random.chance(0.75);
  if (Array.isArray(value) && value.length > 0 && descends) {
    const at = random.int(0, value.length - 1);
    return list(value).map((item, index) => (index === at ? mutated(random, item) : item));
  }
  if (isObject(value) && Object.keys(value).length > 0 && descends) {
    const at = random.any(Object.keys(value));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === at ? mutated(random, member) : member,
      ]),
    );
  }
  return replaced(random, value);
}

function replaced(random: Random, value: unknown): unknown {
  if (random.chance(0.3)) return random.any(nastyValues);
  if (random.chance(0.1)) return nested(random.int(2, 60));
  if (typeof value === 'number') {
    return random.pick([value + 1, value - 1, -value, value + 0.5, value * 1e9, String(value)]);
  }
  if (typeof value === 'string') {
    const nasty = random.any(nastyTexts) ?? '';
    return random.pick([
      nasty,
      nasty,
      value + nasty,
      `${value}x`,
      value.slice(1),
      value.toUpperCase(),
      value.repeat(50),
      ` ${value}`,
      [value],
    ]);
  }
  if (Array.isArray(value)) {
    const items = list(value);
    return random.pick([
      [...items, ...items],
      Array.from({ length: 101 }, (_, index) => items[0] ?? index),
      [...items, null],
      { ...items },
      [],
    ]);
  }
  if (isObject(value)) {
    const names = Object.keys(value);
    const gone = random.any(names);
    const other = random.any(nastyNames) ?? '';
    return random.pick([
      Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone)),
      // As an own member, even where the name is that of the prototype.
      Object.fromEntries([...Object.entries(value), [other, random.any(nastyValues)]]),
      Object.fromEntries([...Object.entries(value), ['id', random.uuid()]]),
      Object.fromEntries([...Object.entries(value), ['revision', random.int(-1, 3)]]),
      Object.entries(value),
    ]);
  }
  return random.any(nastyTexts);
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const many = 20_000;

/** What no serializer would write, made of the text of a JSON document. */
export function brokenJson(random: Random, text: string): Buffer {
  const inside = text.replace(/^\{/, '').replace(/\}$/, '');
  const broken = random.pick<() => string | Buffer>([
    () => '',
    () => ' \n\t ',
    () => `\ufeff${text}`,
    () => text.slice(0, random.int(0, text.length)),
    () => text + text,
    () => `${text},`,
    () => text.replace(/\}$/, ',}'),
    () => text.replaceAll('"', "'"),
    () => `/* c */${text}`,
    () => `{"a":1,"a":2,${inside}}`,
    () => `{${inside},${inside}}`,
    () => `{"\\u0061":1,"a":2,${inside}}`,
    () => `{"__proto__":{"isAdmin":true},${inside}}`,
    () => `{"x":"\\ud800",${inside}}`,
    () => `{"x":"\\u0000",${inside}}`,
    () => `{"x":1e400,${inside}}`,
    () => `{"x":${'9'.repeat(400)},${inside}}`,
    () => `{"x":0.${'1'.repeat(2000)},${inside}}`,
    () => `{"x":-0,"y":1E+2,"z":NaN,${inside}}`,
    () => '['.repeat(many),
    () => `${'['.repeat(many)}${']'.repeat(many)}`,
    () => `{"a":`.repeat(many),
    () => text.replace(/"(\w)/g, '"\\u00$1'),
    () => text.replace(/:"[^"]*"/, ':"\t\n"'),
    () => text.replace(/:"?[^",}]*"?/, ':01'),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff])]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text.replace('{', '{"x":"\u00e9",'), 'latin1'),
    () => Buffer.from(Array.from({ length: 64 }, () => random.int(0, 255))),
    () => `${' '.repeat(100_000)}${text}`,
    () => `{"x":"${'y'.repeat(1_100_000)}"}`,
    () => 'null',
    () => '"text"',
    () => '[]',
  ])();
  return Buffer.from(broken);
}

/** The same for XML. */
export function brokenXml(random: Random, text: string): Buffer {
  const [declaration = ''] = /^<\?xml[^>]*\?>/.exec(text) ?? [];
  const rest = text.slice(declaration.length);
  const root = /^<([\w.-]+)/.exec(rest)?.[1] ?? 'root';
  const within = (insert: string) => rest.replace('>', `>${insert}`);
  const entities = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY e${String(level + 1)} "${`&e${String(level)};`.repeat(10)}">`,
  );
  const broken = random.pick<() => string>([
    () => '',
    () => rest,
    () => text.slice(0, random.int(0, text.length)),
    () =>
      `${declaration}<!DOCTYPE ${root} [<!ENTITY e0 "x">${entities.join('')}]>${within('&e12;')}`,
    () => `${declaration}<!DOCTYPE ${root} SYSTEM "file:///etc/hosts">${rest}`,
    () =>
      `${declaration}<!DOCTYPE ${root} [<!ENTITY x SYSTEM "file:///etc/hosts">]>${within('&x;')}`,
    () => declaration + within('&unknown;'),
    () => declaration + within('&#0;'),
    () => declaration + within('&#x1F;'),
    () => declaration + within('\u0001'),
    () => declaration + within('<![CDATA[<x>]]>'),
    () => declaration + within('<!-- c --><?pi x?>'),
    () => declaration + within('text between'),
    () => declaration + within('<__proto__>1</__proto__>'),
    () => declaration + within('<constructor><a/></constructor>'),
    () => declaration + within('<x:y xmlns:x="urn:x">1</x:y>'),
    () => declaration + within('<a>1</a><a>2</a>'),
    () => declaration + within('<id xsi:nil="maybe"/>'),
    () => declaration + within('<a'.repeat(500)),
    () => declaration + within('<a>'.repeat(2000) + '</a>'.repeat(2000)),
    () => declaration + rest.replaceAll(root, 'other'),
    () => text + text,
    () => text.replace('UTF-8', 'UTF-16'),
    () => `\ufeff${text}`,
    () => text.replace('1.0', '1.1'),
    () => declaration + rest.replace(/ xmlns:xsi="[^"]*"/, ''),
    () => declaration + rest.replace('>', ' a="1" a="2">'),
    () => '{"a":1}',
  ])();
  return Buffer.from(broken);
}
