import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { pairOf } from '../endurance/carried-rows/pairs.ts';

/** Changes that a specification can express, by the titles of those that are drawn at random. */
const kinds: Readonly<Record<string, RegExp>> = {
  'a field is added': /type: .* comes$/,
  'a field is added with a default': /comes with a default$/,
  'a required field is added': /comes and is required$/,
  'a field is removed': /type: .* goes$/,
  'a field is renamed': /type: .* is renamed$/,
  'a field gets another type': / becomes (?!unique|shorter)[a-z]/,
  'a field is required from now on': /is required from now on$/,
  'a field is not nullable any more': /may not be null any more$/,
  'a default changes': /gets a default$|loses its default$/,
  'a constraint is narrowed': /, and rows are beyond$/,
  'a value of an enumeration is removed': /^a value of an enumeration goes$/,
  'a removed value stays in its rows': /^a value of an enumeration goes, and rows keep it$/,
  'a unique field': /becomes unique$/,
  'unique fields together': /^two fields together become unique$/,
  'a reference is added': /^gets a reference$/,
  'a required reference is added': /^gets a reference that is required/,
  'a reference deletes otherwise': /^deletes along another reference/,
  'a reference is removed': /^loses its reference$/,
  'a parent is given, taken away or changed':
    /^moves into|^moves out of|^refers to what it lived in$/,
  'filters and sorting': /can be filtered and sorted$/,
  'a resource is added': /^comes$/,
  'a resource is removed': /^goes$/,
  'a resource is renamed': /^is renamed$/,
  'states are added': /^gets states$/,
  'states are renamed': /^has a state with another name$/,
  'a state is removed': /^has a state less$/,
  'a history begins': /^begins a history$/,
  'a rule of tenants is added': /^gets a rule of tenants/,
};

test('500 random pairs of specifications have every kind of change', (context) => {
  const drawn = fc.sample(pairOf('a'), { seed: 1, numRuns: 500 });
  const titles = drawn.flatMap(({ turn, changed }) => [turn, ...changed].map(({ title }) => title));
  const counts = Object.entries(kinds).map(
    ([kind, title]) => [kind, titles.filter((each) => title.test(each)).length] as const,
  );
  context.diagnostic(counts.map(([kind, count]) => `${kind}: ${String(count)}`).join(', '));
  assert.deepEqual(
    counts.filter(([, count]) => count === 0).map(([kind]) => kind),
    [],
  );
});
