import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWith, refusals } from './support.ts';

const head = (name: string) => `kit: ${name}\nversion: 1.2.0\n`;
const base = `${head('base')}defaults: { limits: { depth: 16, body: 2 MiB } }\n`;
const strict = `${head('strict')}defaults: { limits: { depth: 20 } }
locked:
  versioning.strategy: { value: header, reason: Gateways route by the path. }
  endpoints.*.preconditions: { value: required, reason: Nobody overwrites unseen. }
`;

function limitsOf(kits: readonly string[], text = '') {
  const reading = readWith(kits, text);
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.resolved.limits;
}

test('defaults, then kits in their order, then the specification', () => {
  assert.equal(limitsOf([]).depth, 32);
  assert.equal(limitsOf([base]).depth, 16);
  assert.equal(limitsOf([base, strict]).depth, 20);
  assert.equal(limitsOf([strict, base]).depth, 16);
  const written = limitsOf([base, strict], 'limits: { depth: 12 }\n');
  assert.deepEqual([written.depth, written.body], [12, 2 * 1024 ** 2]);
});

test('a locked value holds, may be written as it is, and is not changed', () => {
  const reading = readWith([strict]);
  assert.ok(reading.ok);
  assert.equal(reading.resolved.versioning.strategy, 'header');
  assert.equal(reading.resolved.endpoints['order']?.preconditions, 'required');
  assert.ok(readWith([strict], 'versioning: { strategy: header }\n').ok);
  assert.deepEqual(refusals(readWith([strict], 'versioning: { strategy: query }\n')), [
    '3: versioning.strategy is locked to header by the kit strict 1.2.0: Gateways route by the path; leave the key out, or ask the authors of the kit',
  ]);
  assert.match(
    refusals(readWith([strict], 'endpoints: { order: { preconditions: optional } }\n')).join(),
    /endpoints\.order\.preconditions is locked to required by the kit strict/,
  );
});

test('a choice is one of those that a kit allows, written or not', () => {
  const few = `${head('few')}allowed:\n  endpoints.representations: { values: [json, hal], reason: Machines read it. }\n`;
  assert.ok(readWith([few]).ok);
  assert.ok(readWith([few], 'endpoints: { representations: [json, hal] }\n').ok);
  assert.deepEqual(refusals(readWith([few], 'endpoints: { representations: [json, html] }\n')), [
    '3: endpoints.representations is html, and the kit few 1.2.0 allows json, hal: Machines read it',
  ]);
  const dated = `${head('dated')}allowed:\n  versioning.strategy: { values: [header, query], reason: Paths stay. }\n`;
  assert.match(refusals(readWith([dated])).join(), /uri-path where nothing is written/);
});

test('settings of a choice give way where the service chooses otherwise', () => {
  const tokens = `${head('tokens')}defaults:
  authentication: { mechanisms: [jwt], jwt: { issuer: https://id.example.com, audience: desk } }
  versioning: { strategy: query, query: { parameter: version } }
  endpoints: { '*': { createByReplace: true } }
`;
  const reading = readWith(
    [tokens],
    'authentication: { mechanisms: [api-key] }\nversioning: { strategy: header }\nendpoints: { order: { methods: [list, read, create] } }\n',
  );
  assert.ok(reading.ok, JSON.stringify(reading));
  assert.equal(reading.resolved.endpoints['order']?.createByReplace, false);
});

test('a mistake that a kit makes names the kit', () => {
  const incomplete = `${head('incomplete')}defaults: { authentication: { mechanisms: [jwt], jwt: { audience: desk } } }\n`;
  assert.match(refusals(readWith([incomplete])).join(), /issuer.*by the kit incomplete 1\.2\.0/);
});

test('policies: notice, and headers that must be there', () => {
  const policy = `${head('policy')}policies: { noticePeriod: 365, headers: [X-RateLimit-Limit, If-Match] }\n`;
  const found = refusals(
    readWith(
      [policy],
      `versioning:
  versions:
    1: { released: 2024-01-01, announced: 2026-01-01, deprecated: 2026-01-01, sunset: 2026-10-01 }
    2: { released: 2025-06-01 }
    3: { released: 2026-06-01 }
`,
    ),
  ).join('\n');
  assert.match(found, /5: the sunset of version 1 .* gives them 365; move it to 2027-01-01/);
  assert.match(found, /X-RateLimit-Limit: write limits\.fields: \[ietf, legacy\]/);
  assert.match(found, /If-Match: write endpoints\.order\.preconditions: required/);
  const kept =
    'limits: { fields: [ietf, legacy] }\nendpoints: { order: { preconditions: required } }\n';
  assert.ok(readWith([policy], kept).ok);
});

test('kits that a specification names and that are not at hand are a mistake, and no other service comes of it', async () => {
  const { readSpecification } = await import('../../src/specification/index.ts');
  const text = `service: { name: desk, kits: [{ kit: acme, version: 1.0.0, integrity: 'sha256-${'A'.repeat(43)}=' }] }\nresources: { order: { fields: { name: { type: string } } } }\n`;
  assert.match(refusals(readSpecification(text, 'service.yaml')).join(), /not at hand/);
});
