import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const tests = join(import.meta.dirname, '..');

/** The folders below `test` whose tests share a process, by the name of the file here that runs them. */
export const folders = {
  evolution: ['evolution', 'lifecycle'],
  library: [
    'templates/authentication',
    'templates/endpoints',
    'templates/resources',
    'templates/versioning',
  ],
  migrations: ['import', 'migrations'],
  plan: ['merge', 'plan'],
  questionnaire: ['kits', 'questionnaire'],
  rendering: ['model', 'rendering'],
  specification: ['specification'],
} as const;

/**
 * Runs the tests of some folders in this process. A process of its own for each file would read the whole generator again, which takes a
 * second of processor time; these tests leave nothing behind that the next file could trip over.
 */
export async function testTogether(name: keyof typeof folders): Promise<void> {
  for (const file of filesIn(name)) await import(pathToFileURL(join(tests, file)).href);
}

/** The test files of the folders, by their paths below `test`, in the order in which they are run. */
export const filesIn = (name: keyof typeof folders): readonly string[] =>
  globSync(
    folders[name].map((folder) => `${folder}/**/*.test.ts`),
    { cwd: tests },
  ).sort();
