import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runQuestionnaire } from '../../src/questionnaire/questionnaire.ts';
import { reviewAnswers } from '../../src/questionnaire/summary.ts';
import { smallestSpecification } from '../../src/questionnaire/smallest.ts';
import {
  checkSpecification,
  readSpecification,
  sections,
  writeSpecification,
} from '../../src/specification/index.ts';
import { facts, orderDesk } from './support/chapters.ts';
import { enter, leave, Left, scripted, type Deed } from './support/scripted-ask.ts';

const defaults: readonly (readonly [string, Deed])[] = [
  ['Name', enter],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
];

test('nine defaults make the smallest service, in nine chapters in order', async () => {
  const ask = scripted([...defaults, ['Is all of it right?', enter]]);
  assert.deepEqual(await runQuestionnaire(ask, {}, facts), smallestSpecification('order-desk'));
  ask.finish();
  const headings = ask.said.filter((line) => /^[1-9]\/9 /.test(line));
  assert.deepEqual(
    headings.map((line) => line.split(' ')[1]?.toLowerCase()),
    [...sections],
  );
});

test('the smallest service has no mistake', () => {
  assert.deepEqual(checkSpecification(smallestSpecification('order-desk')), []);
});

test('Ctrl-C at any question ends the questionnaire there', async () => {
  for (let count = 0; count <= defaults.length; count += 1) {
    const ask = scripted([...defaults.slice(0, count), ['', leave]]);
    await assert.rejects(runQuestionnaire(ask, {}, facts), Left);
    ask.finish();
  }
});

test('the summary shows all nine in a screen, opens any of them again, and can be left', async () => {
  const ask = scripted([
    ['Is all of it right?', '8'],
    ['Where do clients say', enter],
    ['Version', '1: 2026-03-01'],
    ['Version', enter],
    ['Is all of it right?', '4'],
    ['How do clients', ['none']],
    ['Is all of it right?', 'on'],
  ]);
  const reviewed = await reviewAnswers(ask, orderDesk, facts);
  ask.finish();
  assert.deepEqual(reviewed, {
    ...orderDesk,
    authentication: { mechanisms: ['none'] },
    versioning: { versions: { 1: { released: '2026-03-01' } } },
  });
  const menu = ask.asked[0];
  assert.ok(menu?.type === 'select');
  assert.ok(menu.choices.length + 4 <= 24);
  assert.equal(await reviewAnswers(scripted([['Is all', 'leave']]), orderDesk, facts), undefined);
});

test('what the chapters made wrong together holds the summary until it is put right', async () => {
  const broken = structuredClone(orderDesk);
  broken.endpoints = { order: { filter: ['gone'] } };
  const ask = scripted([
    ['Is all of it right?', '3'],
    ['Representations', enter],
    ['Languages', enter],
    ['Origins', enter],
    ['Endpoints of', 'order'],
    ['What may', enter],
    ['Most resources on', enter],
    ['Resources on a page', enter],
    ['Report the total', enter],
    ['Offer pages by cursor', enter],
    ['Must clients send If-Match', enter],
    ['May a PUT', enter],
    ['Filter by', ['total']],
    ['Sort by', enter],
    ['Actions of', enter],
    ['Endpoints of', enter],
    ['Is all of it right?', 'on'],
  ]);
  const reviewed = await reviewAnswers(ask, broken, facts);
  ask.finish();
  assert.deepEqual(reviewed?.endpoints, { order: { filter: ['total'] } });
  const [first] = ask.asked;
  assert.ok(first?.type === 'select');
  assert.notEqual(first.choices.find(({ value }) => value === 'on')?.disabled, undefined);
  assert.ok(ask.said.some((line) => line.includes('gone')));
});

test('what comes out reads back as the same specification', async () => {
  const ask = scripted([
    ['Name', 'shop'],
    ['Take', enter],
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', 'note="say \u201chi\u201d: #1" total:decimal(12,2,0..)! kind:enum(yes,no,1)'],
    ['Fields', enter],
    ['order', enter],
    ['Another', enter],
    ...defaults.slice(3),
    ['Is all', enter],
  ]);
  const specification = await runQuestionnaire(ask, {}, facts);
  ask.finish();
  assert.ok(specification !== undefined);
  const reading = readSpecification(writeSpecification(specification), 'service.yaml');
  assert.ok(reading.ok);
  assert.deepEqual(reading.specification, specification);
});
