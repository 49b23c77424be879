import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editSpecification } from '../src/specification/index.ts';
import { evolve } from '../test/support/evolving.ts';
import { generate, install, repository } from '../test/support/generated.ts';
import type { FixtureName } from './breakages/index.ts';

/** A service whose behaviours are switched off. */
export interface Fixture {
  /** Generates it, with its dependencies. */
  make(directory: string): Promise<void>;
  /** Arguments for Node that run the tests of rules. */
  testsOf(directory: string, rules: readonly string[]): readonly string[];
}

/** Those whose titles name a rule: its row in the conformance report is made of them. */
function titled(pattern: string): Fixture['testsOf'] {
  return (directory, rules) => {
    const files = globSync(pattern, { cwd: directory }).filter((file) => {
      const text = readFileSync(join(directory, file), 'utf8');
      return rules.some((rule) => text.includes(rule));
    });
    if (files.length === 0) throw new Error(`No test names ${rules.join(', ')}.`);
    return [`--test-name-pattern=${rules.join('|')}`, ...files];
  };
}

function specified(name: string, changes: Parameters<typeof editSpecification>[1] = []): Fixture {
  const file = join(repository, 'test/fixtures', name, 'service.yaml');
  return {
    async make(directory) {
      await generate(editSpecification(readFileSync(file, 'utf8'), changes), directory);
      install(directory);
    },
    testsOf: titled('test/runtime/conformance/*.test.ts'),
  };
}

export const fixtures: Readonly<Record<FixtureName, Fixture>> = {
  acme: specified('acme'),
  versions: specified('versions'),
  header: specified('versions', [
    { path: ['versioning', 'strategy'], value: 'header' },
    { path: ['versioning', 'default'], value: 3 },
  ]),
  deprecated: {
    async make(directory) {
      const file = join(repository, 'test/regressions/deprecated-features.yaml');
      await generate(readFileSync(file, 'utf8'), directory);
      install(directory);
    },
    testsOf: titled('test/runtime/conformance/*.test.ts'),
  },
  evolving: {
    async make(directory) {
      mkdirSync(directory, { recursive: true });
      await evolve(directory);
    },
    // Proofs of what older versions were promised are made of their contracts, and registered by what they are about. Of the fixtures
    // this one alone has a changelog.
    testsOf: (directory, proofs) => [
      `--test-name-pattern=${proofs.join('|')}`,
      ...globSync(['test/versioning/v*.test.ts', 'test/runtime/conformance/3-changelog.test.ts'], {
        cwd: directory,
      }),
    ],
  },
};
