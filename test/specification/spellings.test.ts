import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatMistakes, readSpecification } from '../../src/specification/index.ts';

/** What is said of a specification, without where. */
function said(text: string): string {
  const reading = readSpecification(text, 's');
  assert.ok(!reading.ok, 'it is accepted');
  return formatMistakes(reading.mistakes);
}

const withField = (field: string): string =>
  `service: { name: x }\nresources: { order: { fields: { title: ${field} } } }\n`;
const withSections = (sections: string): string => `${withField('{ type: string }')}${sections}\n`;
const states = (transitions: string): string =>
  withSections(
    `states: { order: { field: status, initial: draft, transitions: { ${transitions} } } }`,
  );

describe('a type where its mapping belongs', () => {
  for (const [typed, meant] of [
    ['string', '{ type: string }'],
    ['string!', '{ type: string, required: true }'],
    ['"text?"', '{ type: text, nullable: true }'],
    ['int', '{ type: integer }'],
    ['"[string]"', undefined],
    ['[string]', '{ type: array, items: { type: string } }'],
    ['enum(low|high)', '{ type: enum, values: [low, high] }'],
    ['reference', '{ type: reference, to: … }'],
    ['reference(order)', '{ type: reference, to: order }'],
    ['string(80)!', '{ type: string, maxLength: 80, required: true }'],
    ['"decimal(12,2)"', '{ type: decimal, precision: 12, scale: 2 }'],
    ['"string[]"', '{ type: array, items: { type: string } }'],
    ['customer', undefined],
  ] as const) {
    test(`title: ${typed}`, () => {
      const text = said(withField(typed));
      assert.match(text, /expected a mapping with its type, such as \{ type: string \}, found /);
      if (meant === undefined) assert.doesNotMatch(text, /did you mean/);
      else assert.ok(text.includes(`did you mean "${meant}"?`), text);
    });
  }
});

describe('a field as it is typed at the prompt, in the key type', () => {
  for (const [typed, meant] of [
    ['enum(low|high)', 'type: enum, values: [low, high]'],
    ['"enum(low,high)"', 'type: enum, values: [low, high]'],
    ['string!', 'type: string, required: true'],
    ['string(80)', 'type: string, maxLength: 80'],
    ['"string[]"', 'type: array, items: { type: string }'],
    ['int', 'integer'],
    ['strng', 'string'],
  ] as const) {
    test(`type: ${typed}`, () => {
      const text = said(withField(`{ type: ${typed} }`));
      assert.ok(text.includes(`did you mean "${meant}"?`), text);
    });
  }

  test('where lists have no items of that type, it is not offered', () => {
    const text = said(withField('{ type: array, items: { type: "array(string)" } }'));
    assert.doesNotMatch(text, /did you mean "type: array/);
  });
});

describe('a key of a resource that has a section of its own', () => {
  for (const [key, where] of [
    ['states: { a: 1 }', 'states: { order: { … } }'],
    ['transitions: {}', 'states: { order: { transitions: … } }'],
    ['endpoints: {}', 'endpoints: { order: { … } }'],
    ['filter: [a]', 'endpoints: { order: { filter: … } }'],
    ['methods: [list]', 'endpoints: { order: { methods: … } }'],
    ['allow: {}', 'authentication: { allow: { order: { … } } }'],
    ['emit: [created]', 'events: { emit: [order.created] }'],
    ['note: text', 'fields: { note: { type: text } }'],
    ['due: { type: date }', 'fields: { due: { … } }'],
  ] as const) {
    test(key, () => {
      const text = said(
        `service: { name: x }\nresources: { order: { fields: { a: { type: string } }, ${key} } }\n`,
      );
      assert.ok(text.includes(`did you mean "${where}"?`), text);
      assert.equal(text.split('\n').length, 2);
    });
  }
});

test('a document of another kind is recognised, in one sentence', () => {
  for (const [text, what] of [
    [
      'openapi: 3.1.0\ninfo: { title: T }\npaths: {}\n',
      /an OpenAPI document \(openapi "3\.1\.0"\)/,
    ],
    ['{ "swagger": "2.0", "paths": {} }', /an OpenAPI document \(swagger "2\.0"\)/],
    ['asyncapi: 3.0.0\n', /an AsyncAPI document/],
    ['$schema: x\ntype: object\n', /a JSON Schema/],
  ] as const) {
    const all = said(text);
    assert.match(all, what);
    assert.equal(all.split('\n').length, 2, all);
  }
  assert.match(said(`openapi: 3.1.0\n${withField('{ type: string }')}`), /unknown key "openapi"/);
});

test('nothing is said to be meant that looks like what is there', () => {
  for (const [sections, says] of [
    ['limits: { requestTimeout: 9 }', /expected a duration .*, found 9; did you mean "9s"\?/],
    ['limits: { default: { requests: 1, per: 60 } }', /did you mean "60s"\?/],
    ['versioning: { versions: { 1: { released: 20230301 } } }', /did you mean "2023-03-01"\?/],
    ['limits: { body: 1.5 }', /expected a size such as [^;]*, found 1\.5$/m],
    ['errors: { codes: { a: { status: "409", title: x } } }', /written without quotes, as 409$/m],
  ] as const) {
    const text = said(withSections(sections));
    assert.match(text, says);
    assert.doesNotMatch(text, /found "?([^";]+)"?; did you mean "\1"/);
  }
  assert.match(
    said('service: { name: 9 }\nresources: {}\n'),
    /expected lower-case words .*found 9$/m,
  );
  const title = said(`service: { name: x, title: 9 }\nresources: { a: { fields: {} } }\n`);
  assert.match(title, /expected text, found 9; text of that kind is written in quotes, as "9"$/m);
  assert.match(said(withField('{ type: enum, values: [1, true] }')), /in quotes, as "true"$/m);
});

describe('a state that nothing else mentions', () => {
  test('is the slip of one that others leave and nothing enters', () => {
    const text = said(
      states(
        'submit: { from: draft, to: submited }, ship: { from: submitted, to: shipped }, cancel: { from: [draft, submitted], to: gone }',
      ),
    );
    assert.match(
      text,
      /transitions\.submit\.to {2}nothing else mentions the state "submited", .* none enters "submitted"; did you mean "submitted"\?/,
    );
    assert.equal(text.split('\n').length, 2, text);
  });

  test('and where both are written once, that is said', () => {
    const text = said(
      states('submit: { from: draft, to: submited }, ship: { from: submitted, to: shipped }'),
    );
    assert.match(text, /nothing else mentions "submited": one of the two is probably a slip/);
  });
});

describe('a spelling of the conventions, and which of ours it is', () => {
  const words: readonly (readonly [section: (word: string) => string, pairs: object])[] = [
    [
      (word) => `endpoints: { representations: ["${word}"] }`,
      {
        'application/json': 'json',
        'application/xml': 'xml',
        'application/hal+json': 'hal',
        'application/vnd.api+json': 'json-api',
        'text/html': 'html',
      },
    ],
    [
      (word) => `authentication: { mechanisms: ["${word}"] }`,
      { 'API key': 'api-key', 'OAuth 2.0': 'oauth2', JWT: 'jwt', Basic: 'basic', Bearer: 'jwt' },
    ],
    [
      (word) => `endpoints: { order: { methods: ["${word}"] } }`,
      { GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' },
    ],
    [
      (word) => `versioning: { strategy: "${word}" }`,
      {
        'URI path': 'uri-path',
        'Query parameter': 'query',
        'Custom header': 'header',
        'X-API-Version': 'header',
        'Media type': 'media-type',
        'Content negotiation': 'accept-parameter',
        'Content negotiation parameter': 'accept-parameter',
        Hostname: 'hostname',
        'Date-based': 'date',
        'Feature flags': 'feature-flags',
        Partial: 'partial',
      },
    ],
    [
      (word) => `limits: { requestTimeout: "${word}" }`,
      { '30 seconds': '30s', PT30S: '30s', '1 min': '1m', '1 hour': '1h', '2 days': '2d' },
    ],
    [(word) => `limits: { body: "${word}" }`, { '1MB': '1 MiB', '64 kb': '64 KiB' }],
    [(word) => `endpoints: { order: { sort: ["${word}"] } }`, { 'title,asc': 'title' }],
    [(word) => `endpoints: { order: { filter: ${word} } }`, { title: '[title]' }],
    [
      (word) => `versioning: { versions: { 1: { released: "${word}" } } }`,
      { '2026/3/1': '2026-03-01', '2026.03.01': '2026-03-01' },
    ],
  ];
  for (const [section, pairs] of words) {
    for (const [word, ours] of Object.entries(pairs)) {
      test(section(word), () => {
        assert.ok(said(withSections(section(word))).includes(`did you mean "${String(ours)}"?`));
      });
    }
  }

  test('what needs no choice says so', () => {
    const methods = (word: string) =>
      said(withSections(`endpoints: { order: { methods: [${word}] } }`));
    assert.match(methods('OPTIONS'), /OPTIONS is answered for every path; leave it out/);
    assert.match(methods('HEAD'), /HEAD is answered wherever GET is; leave it out/);
    assert.match(methods('GET'), /GET of a collection is called list/);
    assert.match(
      said(withSections('versioning: { versions: { 1: { state: Active } } }')),
      /the state of version "1" is not written, because it follows from its dates/,
    );
  });

  test('alternatives as documents write them are no single value', () => {
    assert.match(
      said(withField('{ type: enum, values: [low|high] }')),
      /"low\|high" is a single value; several are written as a list; did you mean "\[low, high\]"\?/,
    );
    assert.match(said(withField('{ type: string, enum: ["low | high"] }')), /"\[low, high\]"/);
    assert.ok(readSpecification(withField('{ type: enum, values: [a|b, c] }'), 's').ok);
  });
});
