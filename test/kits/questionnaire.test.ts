import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runKit } from '../../generators/kit/run.ts';
import { loadKit } from '../../src/kits/load.ts';
import { guidanceOf } from '../../src/kits/guidance.ts';
import { smallestWith } from '../../src/kits/begin.ts';
import { runQuestionnaire } from '../../src/questionnaire/questionnaire.ts';
import { temporary } from '../generators/support/stub-tools.ts';
import { enter, rest, scripted, type Step } from '../questionnaire/support/scripted-ask.ts';
import { kitFrom } from './support.ts';

const kit = kitFrom(`kit: acme
version: 1.0.0
defaults: { limits: { depth: 16 } }
locked:
  versioning.strategy: { value: header, reason: Gateways route by the path. }
  authentication.mechanisms: { value: [api-key], reason: The portal hands out keys. }
`);

/** Plays the whole questionnaire with the kit, with these answers in place of the defaults of chapters. */
async function answered(script: readonly Step[]) {
  const ask = scripted(script);
  const facts = { directoryName: 'desk', kits: guidanceOf([kit]) };
  const specification = await runQuestionnaire(ask, { service: { name: 'desk' } }, facts);
  ask.finish();
  return {
    specification,
    said: ask.said.map((line) => line.trim()).join(' '),
    asked: ask.asked.map(({ message }) => message),
  };
}

const take = (count: number): Step[] => Array.from({ length: count }, () => ['Take', true]);

test('what a kit locks is shown with its reason, and is not asked', async () => {
  const { specification, said, asked } = await answered([
    ...take(4),
    ['Take', false],
    ['Header that carries the key', rest],
    ...take(3),
    ['Take', false],
    ['Version', enter],
    ['Clients that name no version get', enter],
    ['Is all of it right', 'on'],
  ]);
  assert.match(
    said,
    /versioning\.strategy: header, locked by the kit acme 1\.0\.0: Gateways route by the path/,
  );
  assert.match(
    said,
    /authentication\.mechanisms: \[api-key\], locked by the kit acme 1\.0\.0: The portal/,
  );
  assert.deepEqual(
    asked.filter((message) => /strategy|mechanism|How do (?:clients|callers)/i.test(message)),
    [],
  );
  // What the kit says is not written, because it holds without.
  assert.deepEqual(specification?.versioning?.strategy ?? 'header', 'header');
});

test('kit save --starter: a new service begins with the resources of the old one', async () => {
  using place = temporary();
  writeFileSync(
    join(place.path, 'service.yaml'),
    `service: { name: desk, vendor: acme }
resources:
  item: { fields: { name: { type: string, required: true } } }
states:
  item: { initial: new, transitions: { sell: { from: [new], to: sold } } }
limits: { depth: 20 }
`,
  );
  const saving = { command: 'save', directory: 'kit', name: undefined, isStarter: true } as const;
  const locks = [{ key: 'limits.depth', reason: 'Gateways allow no more.' }];
  const saved = await runKit({ ...saving, locks, destination: '.' }, place.path);
  assert.ok(saved.kind === 'saved', JSON.stringify(saved));
  const loading = await loadKit('./kit', place.path);
  assert.ok(loading.ok, JSON.stringify(loading));
  const begun = smallestWith('other', [loading.kit]);
  assert.deepEqual(Object.keys(begun.resources), ['item']);
  assert.deepEqual(begun.states?.['item']?.transitions?.['sell']?.to, 'sold');
  assert.equal(begun.service.name, 'other');
  assert.match(readFileSync(join(place.path, 'kit', 'kit.yaml'), 'utf8'), /vendor: acme/);
  // It never takes the place of a kit that is there.
  const again = await runKit({ ...saving, locks: [], destination: '.' }, place.path);
  assert.ok(again.kind === 'failed');
  assert.match(again.failures[0]?.what ?? '', /There is a kit already/);
  const unset = [{ key: 'limits.nothing', reason: 'None.' }];
  const wrong = await runKit(
    { ...saving, directory: 'two', locks: unset, destination: '.' },
    place.path,
  );
  assert.match(JSON.stringify(wrong), /limits\.nothing has no value/);
});
