import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askQuestions } from '../../generators/app/questions.ts';
import type { Question } from '../../src/evolution/asking.ts';
import { help, scripted } from '../questionnaire/support/scripted-ask.ts';

const question: Question = {
  place: 'resources.order.fields.due.fill',
  text: 'What do rows of older clients have in "due"?',
  help: 'A value of the field.',
  choices: [],
  isOpen: true,
};
const choices = [{ value: null, says: 'nothing' }];

test('a question that can only be answered in writing takes the answer at once', async () => {
  const ask = scripted([
    ['What do rows of older clients have in "due"?', help],
    ['What do rows of older clients have in "due"?', '3'],
  ]);
  assert.deepEqual(await askQuestions([question], { ask }), new Map([[question.place, 3]]));
  assert.match(ask.said.join('\n'), /A value of the field\./);
  ask.finish();
});

test('a question with choices besides offers to type another answer', async () => {
  const ask = scripted([
    ['What do rows', 'typed'],
    ['Answer:', 'soon'],
  ]);
  const answers = await askQuestions([{ ...question, choices }], { ask });
  assert.deepEqual([...answers.values()], ['soon']);
  ask.finish();
});
