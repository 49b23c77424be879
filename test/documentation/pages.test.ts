import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { formatMistakes, readSpecification } from '../../src/specification/index.ts';
import { isMapping } from '../../src/specification/plain.ts';
import { repository } from '../support/generated.ts';
import { blocksOf, pages, textOf } from './blocks.ts';
import { withFragments } from './fragments.ts';

const howTo = pages.filter((page) => page.startsWith('docs/how-to/'));

/** The address of a heading, as hosts of repositories make it. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function read(text: string, page: string): void {
  const reading = readSpecification(text, page);
  assert.ok(reading.ok, reading.ok ? '' : formatMistakes(reading.mistakes));
}

for (const page of pages) {
  test(`${page}: links lead to files and headings that are there`, () => {
    const prose = textOf(page).replaceAll(/^```[^]*?^```$/gm, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      assert.ok(existsSync(join(repository, file)), target);
      if (anchor !== undefined) assert.ok(anchorsOf(file).includes(anchor), target);
    }
  });

  test(`${page}: files of this repository that it names are there`, () => {
    const named = [
      ...textOf(page).matchAll(/`((?:src|scripts|examples|kits|docs|bench)\/[\w./-]+)`/g),
    ];
    // A generated service has folders of the same names.
    const roots = [
      repository,
      join(repository, 'test', 'golden', 'order-desk'),
      join(repository, 'templates'),
    ];
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !/ticket|\/custom/.test(path))
      .filter((path) => roots.every((root) => !existsSync(join(root, path))));
    assert.deepEqual(missing, []);
  });

  test(`${page}: npm scripts of this repository that it names are there`, () => {
    if (page.startsWith('docs/how-to') || page === 'docs/tutorial.md') return;
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const service = JSON.parse(
      readFileSync(join(repository, 'test/golden/order-desk/package.json'), 'utf8'),
    ) as { scripts: Record<string, string> };
    for (const [, name = ''] of textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
      assert.ok(name in scripts || name in service.scripts, name);
    }
  });
}

describe('specifications in the pages', () => {
  for (const page of pages.filter((each) => !howTo.includes(each))) {
    test(`${page}: every service.yaml is valid`, () => {
      for (const { language, text } of blocksOf(page)) {
        const parsed: unknown = language === 'yaml' ? parse(text) : undefined;
        if (isMapping(parsed) && 'resources' in parsed) read(text, page);
      }
    });
  }

  for (const page of howTo) {
    test(`${page}: its fragments make a valid specification of that of the tutorial`, () => {
      read(withFragments(page), page);
    });
  }
});

test('there is a how-to for each of the nine parts', () => {
  const parts = [
    'service',
    'resources',
    'states',
    'endpoints',
    'authentication',
    'events',
    'errors',
    'limits',
    'versioning',
  ];
  for (const part of parts) assert.ok(howTo.includes(`docs/how-to/${part}.md`), part);
});
