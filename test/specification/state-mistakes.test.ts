import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMistakes } from '../../src/specification/index.ts';
import { fixture, mistakesIn } from './support.ts';

test('mistakes in states, actions and events are told all at once, each with its place and what is allowed', () => {
  const found = formatMistakes(mistakesIn(fixture('state-mistakes.yaml')));
  assert.equal(found, fixture('state-mistakes.txt'));
});
