import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { compareSpecifications, rowOf, verdictOf } from '../../../src/evolution/compare/index.ts';
import { readSpecification, type ResolvedSpecification } from '../../../src/specification/index.ts';
import { specificationOf } from '../../search/arbitrary.ts';
import { removeAt, repaired } from '../../search/repair.ts';
import type { Written } from '../../search/values.ts';

const runs = 25;

function resolved(specification: Written): ResolvedSpecification {
  const reading = readSpecification(
    stringify(specification, { aliasDuplicateObjects: false }),
    'service.yaml',
  );
  assert.ok(reading.ok);
  return reading.resolved;
}

/** The same without one thing, chosen by the seed, as far as that is legal. */
function lessOf(specification: Written, seed: number): Written {
  const paths = pathsOf(specification);
  const less = structuredClone(specification) as Record<string, unknown>;
  removeAt(less, paths[(seed * 7919) % paths.length] ?? []);
  return repaired(less)?.specification ?? specification;
}

function pathsOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...pathsOf(child, place)];
  });
}

const trends = (was: ResolvedSpecification, is: ResolvedSpecification) =>
  compareSpecifications(was, is).flatMap(({ id, path }) => {
    const { trend } = rowOf(id);
    return trend === undefined ? [] : [`${path} ${trend}`];
  });

const turned = (trend: string) =>
  trend.endsWith(' looser')
    ? trend.replace(/ looser$/, ' tighter')
    : trend.replace(/ tighter$/, ' looser');

/** Of each seed a random specification beside another one, and beside itself without one thing. */
const pairs = Array.from({ length: runs }, (_, seed) => {
  const one = specificationOf(seed);
  return [
    [one, specificationOf(seed + runs)],
    [one, lessOf(one, seed)],
  ] as const;
})
  .flat()
  .map(([one, other]) => [resolved(one), resolved(other)] as const);

test('a specification does not differ from itself', () => {
  for (const [one] of pairs) {
    assert.deepEqual(compareSpecifications(one, structuredClone(one)), []);
  }
});

test('changes are sorted by path and identifier, and each is there once', () => {
  for (const [one, other] of pairs) {
    const places = compareSpecifications(one, other).map(({ id, path }) => `${path}\n${id}`);
    assert.deepEqual(places, [...new Set(places)].sort());
  }
});

test('each change says what it is, and the verdict is the most that one of them needs', () => {
  for (const [one, other] of pairs) {
    const changes = compareSpecifications(one, other);
    const actions = new Set(changes.map(({ action }) => action));
    for (const { message } of changes) assert.match(message, /^\w.*\.$/u);
    const most = (['version', 'review', 'pass'] as const).find((each) => actions.has(each));
    assert.equal(verdictOf(changes), most ?? 'pass');
  }
});

test('the other way round, what was looser is tighter, at the same places', () => {
  for (const [one, other] of pairs) {
    const back = new Set(trends(other, one));
    const there = new Set(trends(one, other).map(turned));
    assert.deepEqual([...back.symmetricDifference(there)].sort(), []);
  }
});
