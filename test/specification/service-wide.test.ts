import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { editSpecification, writeSpecification } from '../../src/specification/index.ts';
import {
  accepts,
  mistakesIn,
  read,
  refuses,
  smallest,
  withFields,
  withSections,
} from './support.ts';

const wide = (keys: string, rest = '') => withSections(`endpoints: { ${keys} }\n${rest}`);
const suggested = (text: string) => mistakesIn(text).map(({ suggestion }) => suggestion);

accepts('every representation', wide('representations: [html, xml, json-api, hal, json]'));
refuses(
  'a representation that does not exist',
  'not-allowed',
  wide('representations: [json, ▸yaml]'),
);
refuses('a representation twice', 'duplicate-item', wide('representations: [json, xml, ▸xml]'));
refuses('no representation', 'too-few', wide('representations: ▸[]'));
refuses('a representation alone', 'wrong-type', wide('representations: ▸json'));
refuses('representations by name', 'wrong-type', wide('representations: ▸{ json: true }'));
refuses('representations without json', 'missing-item', wide('representations: ▸[hal, html]'));
test('json is added to the representations that are written', () => {
  assert.deepEqual(suggested(wide('representations: [hal, html]')), ['[json, hal, html]']);
});

accepts('two languages', wide('languages: [de, en]'));
refuses('a language without texts', 'not-allowed', wide('languages: [en, ▸fr]'));
refuses('a language twice', 'duplicate-item', wide('languages: [en, ▸en]'));
refuses('no language', 'too-few', wide('languages: ▸[]'));

for (const origin of [
  'https://app.acme.example',
  'http://localhost:5173',
  'http://127.0.0.1:8080',
  'http://[::1]:3000',
  'https://xn--mnchen-3ya.example',
  'http://my_app:3000',
  'https://a.example:80',
]) {
  accepts(`the origin ${origin}`, wide(`origins: ['${origin}']`));
}
accepts('no origin', wide('origins: []'));
for (const [origin, meant] of [
  ['https://app.acme.example/', 'https://app.acme.example'],
  ['https://app.acme.example/shop?a=1#b', 'https://app.acme.example'],
  ['https://user:secret@app.acme.example', 'https://app.acme.example'],
  ['https://App.Acme.example', 'https://app.acme.example'],
  ['HTTPS://app.acme.example', 'https://app.acme.example'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  [' https://a.example', 'https://a.example'],
  ['*', undefined],
  ['null', undefined],
  ['https://*.acme.example', undefined],
  ['app.acme.example', undefined],
  ['ftp://app.acme.example', undefined],
  ['file:///x', undefined],
  ['https://', undefined],
  ['https://a"b.example', undefined],
] as const) {
  const text = wide(`origins: [http://localhost:5173, ▸'${origin}']`);
  refuses(`the origin ${origin}`, 'wrong-form', text);
  test(`for the origin ${origin} ${meant ?? 'nothing'} is suggested`, () => {
    assert.deepEqual(suggested(text.replace('▸', '')), [meant]);
  });
}
for (const [origin, meant] of [
  ['https://a.example:443', 'https://a.example'],
  ['http://a.example:080', 'http://a.example'],
  ['http://127.1', 'http://127.0.0.1'],
  ['http://[0:0::1]', 'http://[::1]'],
  ['http://a.example:65536', undefined],
  ['http://[1::2::3]', undefined],
  ['http://999.1.1.1', undefined],
] as const) {
  const text = wide(`origins: [▸'${origin}']`);
  refuses(`the origin ${origin}, as no browser sends it`, 'origin', text);
  test(`for the origin ${origin} ${meant ?? 'nothing'} is suggested`, () => {
    assert.deepEqual(suggested(text.replace('▸', '')), [meant]);
  });
}
refuses(
  'several origins at once, each for its own reason',
  ['origin', 'wrong-form', 'wrong-type'],
  wide("origins: [▸'https://a.example:443', ▸'*', ▸5, 'https://a.example']"),
);
refuses('an origin twice', 'duplicate-item', wide("origins: ['http://a', ▸'http://a']"));
refuses('an empty origin', ['too-short'], wide("origins: [▸'']"));
const ports = (count: number) =>
  Array.from({ length: count }, (_, position) => `http://a:${8000 + position}`).join(', ');
accepts('a hundred origins', wide(`origins: [${ports(100)}]`));
refuses('more origins', 'too-many', wide(`origins: ▸[${ports(101)}]`));

test('whatever is accepted is what a browser sends for it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.webAuthority({ withPort: true }), fc.string()), (text) => {
      for (const candidate of [text, `http://${text}`, `https://${text}`]) {
        const mistakes = mistakesIn(wide(`origins: [${JSON.stringify(candidate)}]`));
        const isOrigin = URL.parse(candidate)?.origin === candidate;
        if (mistakes.length === 0) assert.ok(isOrigin, candidate);
        for (const { suggestion } of mistakes) {
          if (suggestion === undefined) continue;
          assert.deepEqual(mistakesIn(wide(`origins: ['${suggestion}']`)), []);
        }
      }
    }),
  );
});

const fields = (names: string, representations: string) =>
  withFields(names, `endpoints: { representations: ${representations} }`);
refuses(
  'fields that JSON:API has a use for',
  ['name-reserved', 'name-reserved'],
  fields('▸type: { type: string }\n▸relationships: { type: string }', '[json, json-api]'),
);
refuses(
  'a field that every service has once, whatever it offers',
  ['name-reserved', 'name-reserved'],
  fields('▸id: { type: string }\n▸links: { type: string }', '[json, json-api]'),
);
accepts(
  'such fields inside of others and without JSON:API',
  fields('of: { type: object, fields: { type: { type: string } } }', '[json, json-api]'),
);
accepts('such fields without JSON:API', fields('type: { type: string }', '[json, hal, xml, html]'));

const problem = (text: string, languages = 'languages: [de, en]') =>
  wide(languages, `errors: { codes: { gone: { status: 410, ${text} } } }`);
accepts('one text for all languages', problem('title: Gone, description: It left.'));
accepts(
  'a text for each language',
  problem('title: { de: Weg, en: Gone }, description: { de: a }'),
);
refuses('a text without the default language', 'missing-language', problem('title: ▸{ en: Gone }'));
refuses(
  'a text in a language that is not offered',
  'unknown-language',
  problem('title: { en: Gone, ▸de: Weg }', 'languages: [en]'),
);
refuses('a text in no language', 'missing-language', problem('title: Gone, description: ▸{}'));
refuses(
  'a text in a language that no service has',
  'unknown-key',
  problem('title: { de: a, ▸fr: b }'),
);
refuses('an empty text in a language', 'too-short', problem("title: { de: ▸'' }"));
refuses('a text that is too long', 'too-long', problem(`title: { de: ▸${'a'.repeat(201)} }`));
refuses('a text that is neither', 'wrong-type', problem('title: ▸[Weg]'));
refuses(
  'languages that are wrong, and not the texts that depend on them',
  'not-allowed',
  problem('title: { de: Weg }', 'languages: [de, ▸dutch]'),
);

const specification = {
  ...smallest,
  endpoints: {
    order: { pagination: { cursor: true }, idempotencyKey: 'required' as const },
    origins: ['http://localhost:5173'],
    languages: ['en' as const, 'de' as const],
    representations: ['json' as const, 'hal' as const],
  },
  errors: { codes: { gone: { status: 410, title: { en: 'Gone', de: 'Weg' } } } },
};

test('what holds for all endpoints is written before those of the resources', () => {
  const text = writeSpecification(specification);
  assert.deepEqual(read(text).specification, specification);
  assert.ok(
    text.endsWith(`endpoints:
  representations: [json, hal]
  languages: [en, de]
  origins: [http://localhost:5173]
  order:
    pagination: { cursor: true }
    idempotencyKey: required

errors:
  codes:
    gone: { status: 410, title: { en: Gone, de: Weg } }
`),
    text,
  );
});

test('what holds for all endpoints is put in at its place', () => {
  const before = `endpoints:
  # The heart of it.
  order: { idempotencyKey: required } # twice is once
`;
  const add = (text: string, key: string, value: unknown) =>
    editSpecification(text, [{ path: ['endpoints', key], value }]);
  const languages = add(before, 'languages', ['en', 'de']);
  assert.equal(languages, before.replace('  #', '  languages: [en, de]\n  #'));
  const origins = add(languages, 'origins', ['http://localhost:5173']);
  assert.equal(origins, languages.replace(']\n', ']\n  origins: [http://localhost:5173]\n'));
  const representations = add(origins, 'representations', ['json']);
  assert.equal(representations, origins.replace('  lang', '  representations: [json]\n  lang'));
  assert.equal(add(languages, 'languages', undefined), before);
});
