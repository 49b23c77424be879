import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blocksOf, pages, tutorialText } from '../documentation/blocks.ts';
import { withFragments } from '../documentation/fragments.ts';
import { generate, repository, temporaryDirectory } from '../support/generated.ts';
import { carryOut, commandsIn } from './documentation/session.ts';

/** What the page about imports begins with. */
const openApi = join(repository, 'test', 'fixtures', 'openapi', 'library.yaml');

/** What the commands of a page have to show. */
const shown: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/how-to/kits.md': [/versioning\.strategy: header\n {2}locked by the kit internal-service/],
  'docs/how-to/migrations.md': [/0002-\S+\.ts/],
  'docs/how-to/regenerate.md': [/Written by hand\./, /README\.md/],
  'docs/how-to/import.md': [/kept-as-json|guessed|dropped/],
};

describe('every command of the documentation, as it is printed', () => {
  const directory = temporaryDirectory();
  const desk = join(directory, 'desk');
  let bin = '';
  before(async () => {
    bin = commandsIn(directory);
    await generate(tutorialText(), desk);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  function place(name: string): string {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  test('README.md', async () => {
    const cwd = place('readme');
    symlinkSync(join(repository, 'examples'), join(cwd, 'examples'));
    const said = await carryOut(commandsOf('README.md'), 'README.md', { cwd, bin });
    assert.match(said, /Written to \S*clinic/);
  });

  test('docs/tutorial.md', async () => {
    const page = 'docs/tutorial.md';
    const said = await carryOut(commandsOf(page), page, { cwd: place('tutorial'), bin });
    assert.match(said, /"customer":"eve@example\.com"/, 'version 1 takes what it always took');
  });

  for (const page of pages.filter((each) => each.startsWith('docs/how-to/'))) {
    const blocks = commandsOf(page);
    if (blocks.length === 0) continue;
    test(page, async () => {
      const cwd = join(place(page.replaceAll('/', '-')), 'ticket-desk');
      // A page that makes a service of its own begins in an empty directory.
      if (page === 'docs/how-to/kits.md') mkdirSync(cwd);
      else cpSync(desk, cwd, { recursive: true });
      cpSync(openApi, join(cwd, 'library.yaml'));
      // A page without commands that change the file shows what its fragments would do.
      if (blocks.every(({ text }) => !/resource-service (?:resource|version|kit)/.test(text))) {
        writeFileSync(join(cwd, 'service.yaml'), withFragments(page));
      }
      const said = await carryOut(blocks, page, { cwd, bin });
      for (const expected of shown[page] ?? []) assert.match(said, expected);
    });
  }

  test('no page has commands that nothing carries out', () => {
    const carriedOut = /^(?:README\.md|docs\/tutorial\.md|docs\/how-to\/.*)$/;
    const others = pages.filter((page) => !carriedOut.test(page));
    assert.deepEqual(
      others.filter((page) => commandsOf(page).length > 0),
      [],
    );
  });
});

function commandsOf(page: string) {
  return blocksOf(page).filter(({ language, file }) => language === 'sh' || file !== undefined);
}
