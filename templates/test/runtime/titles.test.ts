import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { rulesOfStrategy } from '../contract.ts';
import { rules, rulesOf } from './conformance/rules.ts';

const folder = join(import.meta.dirname, 'conformance');
/** What a title begins with whose test is the same for rules of which a service keeps one. */
const ofStrategy = rulesOfStrategy.map((id) => `${id} `).join('');
const known = new Set(rules.map(({ id }) => id));

describe('titles of the conformance tests', () => {
  for (const name of readdirSync(folder).filter((each) => /^\d.*\.test\.ts$/.test(each))) {
    test(`${name} names rules of the table`, () => {
      const text = readFileSync(join(folder, name), 'utf8');
      const titles = [...text.matchAll(/\btest\(\s*(['"`])(.*?)\1/gs)].map(([, , title = '']) =>
        title.replace('${rules}', ofStrategy),
      );
      assert.ok(titles.length > 0);
      for (const title of titles) {
        assert.ok(rulesOf(title).length > 0, `${title} begins with the ID of a rule`);
        for (const id of rulesOf(title)) assert.ok(known.has(id), `${id} is in the table`);
      }
    });
  }
});
