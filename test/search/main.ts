import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { specificationOf } from './arbitrary.ts';
import { prove, type Finding } from './prove.ts';
import { yamlOf } from './repair.ts';

/**
 * Generates services of random specifications and runs what they bring to prove themselves.
 *
 *     node test/search/main.ts --from 1 --to 20
 *     node test/search/main.ts --spec a.yaml --tests 'test/conformance/4*.test.ts'
 *     node test/search/main.ts --from 1 --to 500 --static
 */
const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '10' },
    /** Of the service's tests those whose path is like this. */
    tests: { type: 'string', default: 'test/**/*.test.ts' },
    /** No tests: generation, types and lint. */
    static: { type: 'boolean', default: false },
    /** One file in place of random ones. */
    spec: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'search') },
    /** Keeps the services that are green, too. */
    keep: { type: 'boolean', default: false },
    /** Shows one random specification and ends. */
    show: { type: 'string' },
    /** Formatted, as users get it. */
    formatted: { type: 'boolean', default: false },
    /** On PostgreSQL as well. */
    postgres: { type: 'boolean', default: false },
  },
});

if (options.show !== undefined) {
  process.stdout.write(yamlOf(specificationOf(Number(options.show))));
} else {
  mkdirSync(options.out, { recursive: true });
  const seeds =
    options.spec === undefined ? range(Number(options.from), Number(options.to)) : ['spec'];
  let red = 0;
  for (const seed of seeds) {
    const began = performance.now();
    const text =
      typeof seed === 'number'
        ? yamlOf(specificationOf(seed))
        : readFileSync(options.spec ?? '', 'utf8');
    const directory = join(options.out, String(seed));
    const { findings, tests, skipped } = await prove(text, {
      directory,
      tests: options.static ? undefined : options.tests.split(' '),
      isFormatted: options.formatted,
      environment: options.postgres ? {} : { TEST_DATABASE_URL: 'none' },
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(
      `${String(seed)}: ${findings.length === 0 ? 'green' : `${String(findings.length)} findings`}, ${String(tests)} tests, ${String(skipped)} skipped, ${String(seconds)} s\n`,
    );
    if (findings.length > 0) {
      red += 1;
      writeFileSync(`${directory}.yaml`, text);
      writeFileSync(`${directory}.txt`, findings.map(reported).join('\n'));
      for (const { stage, title } of findings.slice(0, 8))
        process.stdout.write(`    ${stage}: ${title.slice(0, 160)}\n`);
    } else if (!options.keep && typeof seed === 'number')
      rmSync(directory, { recursive: true, force: true });
  }
  process.stdout.write(`${String(red)} of ${String(seeds.length)} red\n`);
  process.exit(red === 0 ? 0 : 1);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function reported({ stage, title, detail }: Finding): string {
  return `── ${stage}: ${title}\n${detail.slice(0, 3000)}\n`;
}
