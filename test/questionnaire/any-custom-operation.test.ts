import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mistakesIn } from '../../src/questionnaire/checking.ts';
import { actionProblem, withAction } from '../../src/questionnaire/endpoints/actions.ts';
import {
  readAction,
  readTransition,
  writeAction,
  writeTransition,
} from '../../src/questionnaire/shorthand/custom-operation.ts';
import { typesOf } from '../../src/questionnaire/field-types.ts';
import { machineLines } from '../../src/questionnaire/states/describe.ts';
import { lineProblem, withLine } from '../../src/questionnaire/states/loop.ts';
import {
  readSpecification,
  resourceEndpoints,
  writeSpecification,
} from '../../src/specification/index.ts';
import { orderDesk } from './support/chapters.ts';

const part = fc.constantFrom(
  'go',
  'draft',
  'update',
  '__proto__',
  'constructor',
  'a-b',
  'Total',
  '-go',
  ':',
  '>',
  ',',
  ' ',
  'when',
  'with',
  'after',
  'at',
  'async',
  'P1D',
  'P1M',
  'total>=1',
  'total=1,2',
  'currency!=EUR',
  'note',
  '!note',
  'x:string!',
  '__proto__:string',
  'why="a b"',
  'currency="E,U"',
  '\u{9b}31m',
  'total',
  '=',
  '"',
  '(',
  ')',
  'reference=""',
);
const anyLine = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(' '));
const likelyLine = fc
  .tuple(
    fc.constantFrom('go', 'mark-paid', 'send', 'create', '__proto__'),
    fc.constantFrom('draft', 'draft', 'draft, sent', 'Draft'),
    fc.constantFrom('sent', 'gone', 'gone', 'deleted'),
    fc.constantFrom('', '', '', ' after P1D', ' after PT0S', ' at total'),
    fc.constantFrom(
      '',
      ' when total>=1',
      ' when currency=EUR,USD note',
      ' when status=draft',
      ' when total=""',
    ),
    fc.constantFrom('', ' with why:string!', ' with total:decimal note:text(20)?', ' with tags[]'),
  )
  .map(([name, from, to, ...rest]) => `${name}: ${from} > ${to}${rest.join('')}`);

test('any line of transitions is refused with reasons, or makes a machine that reads back', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyLine, { weight: 4, arbitrary: likelyLine }), (line) => {
      const problem = lineProblem(orderDesk, 'order', line);
      assert.notEqual(problem, '');
      if (problem !== undefined || line === '') return;
      const draft = withLine(orderDesk, 'order', line);
      const machine = draft.states?.['order'];
      assert.ok(machine !== undefined);
      for (const text of machineLines(machine, '/orders')) {
        assert.doesNotMatch(text, /\p{Cc}/u);
      }
      for (const [name, transition] of Object.entries(machine.transitions)) {
        const again = readTransition(writeTransition(name, transition), typesOf(draft, 'order'));
        assert.deepEqual(again, { kind: 'entry', name, entry: transition });
      }
      if (mistakesIn(draft).length > 0) return;
      accepted += 1;
      const reading = readSpecification(writeSpecification(draft), 'service.yaml');
      assert.ok(reading.ok);
      assert.deepEqual(reading.specification, draft);
    }),
    { numRuns: 600 },
  );
  assert.ok(accepted > 10, String(accepted));
});

test('any line of actions is refused with reasons, or makes an action that reads back', () => {
  let accepted = 0;
  const line = fc.oneof(anyLine, {
    weight: 4,
    arbitrary: likelyLine.map((text) => text.replace(/:[^>]*> \w+/, '')),
  });
  fc.assert(
    fc.property(line, (text) => {
      const problem = actionProblem(orderDesk, 'order', text);
      assert.notEqual(problem, '');
      if (problem !== undefined || text === '') return;
      accepted += 1;
      const draft = withAction(orderDesk, 'order', text);
      assert.deepEqual(mistakesIn(draft), []);
      const { actions = {} } = resourceEndpoints(draft.endpoints)['order'] ?? {};
      for (const [name, action] of Object.entries(actions)) {
        const again = readAction(writeAction(name, action), typesOf(draft, 'order'));
        assert.deepEqual(again, { kind: 'entry', name, entry: action });
      }
      const reading = readSpecification(writeSpecification(draft), 'service.yaml');
      assert.ok(reading.ok);
      assert.deepEqual(reading.specification, draft);
    }),
    { numRuns: 600 },
  );
  assert.ok(accepted > 10, String(accepted));
});
