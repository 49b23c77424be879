import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/generated.ts';

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  /** The file that the block is; absent: it is none. */
  readonly file?: string;
  readonly text: string;
  /** Of its first line, counted from 1. */
  readonly line: number;
}

/** Every page for readers, by its path in the repository. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
    .toSorted(),
];

export function textOf(page: string): string {
  return readFileSync(join(repository, page), 'utf8');
}

/** The fenced blocks of a page; behind the language may stand the file that the block is. */
export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)].map((found) => {
    const [, language = '', file, body = ''] = found;
    const line = text.slice(0, found.index).split('\n').length + 1;
    return { language, text: body, line, ...(file === undefined ? {} : { file }) };
  });
}

/** The specification that the tutorial begins with, and the how-to pages add to. */
export function tutorialText(): string {
  const block = blocksOf('docs/tutorial.md').find(({ file }) => file === 'service.yaml');
  if (block === undefined) throw new Error('docs/tutorial.md has no service.yaml');
  return block.text;
}
