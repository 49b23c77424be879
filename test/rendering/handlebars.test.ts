import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { templateCode } from '../../src/rendering/compile-template.ts';
import { templateOf, type CompiledTemplate } from '../../src/rendering/handlebars.ts';
import { templatePaths, templateText } from '../../src/rendering/templates.ts';

const render = (source: string, context: object) =>
  templateOf(
    runInThisContext(`(${templateCode(source, 'test')})`) as CompiledTemplate,
    'test',
  )(context);

describe('templates', () => {
  for (const source of [
    '{{x}}',
    '{{{x}}}',
    '{{#each list}}{{this}}{{/each}}',
    '{{unknown x}}',
    '{{> part}}',
    '{{#if a}}{{x.y}}{{/if}}',
  ]) {
    test(`refuse ${source}: it shows a value without saying what place it stands in`, () => {
      assert.throws(() => templateCode(source, 'test'), /without a helper|partials/);
    });
  }

  for (const source of [
    '{{literal gone}}',
    '{{#if gone}}{{/if}}',
    '{{#unless gone}}{{/unless}}',
    '{{#each gone}}{{/each}}',
    '{{literal a.gone}}',
    '{{markdown gone}}',
  ]) {
    test(`refuse a value that does not exist: ${source}`, () => {
      assert.throws(() => render(source, { a: {} }));
    });
  }

  test('show inherited members of no object', () => {
    assert.throws(() => render('{{literal constructor}}', {}));
    assert.throws(() => render('{{literal a.__proto__}}', { a: {} }));
  });

  test('take only code that our own code made', () => {
    assert.throws(() => render('{{code x}}', { x: { code: 'process.exit()' } }));
    assert.throws(() => render('{{code x}}', { x: 'process.exit()' }));
  });

  test('all compile', () => {
    const rendered = templatePaths().filter((path) => path.endsWith('.hbs'));
    assert.ok(rendered.length > 20);
    for (const path of rendered) templateCode(templateText(path), path);
  });
});
