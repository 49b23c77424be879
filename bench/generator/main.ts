// Measures what a generation costs, as a ratio to what it cannot do without: npm run bench:generator
// It reports, whatever the ratios; only a run that fails, or that writes what did not change, is a failure.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './measured.ts';
import { UsageError } from '../command-line.ts';
import { readOptions, type Options } from './options.ts';
import { report, type Results } from './report.ts';
import { kinds, measureEmptyGenerator, prepare, type Kind, type Subject } from './subjects.ts';
import { targets } from './targets.ts';

async function main({ rounds, sizes, json }: Options): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-generator-'));
  try {
    const cache = join(directory, 'compiled');
    say('Generating once …');
    measureEmptyGenerator(directory, cache);
    const subjects: Subject[] = [];
    for (const size of sizes) {
      const subject = await prepare(size, join(directory, String(size)), cache);
      for (const kind of kinds) subject.measure(kind);
      subjects.push(subject);
    }
    const results = measureAll(subjects, rounds, () => measureEmptyGenerator(directory, cache));
    process.stdout.write(`\n${report(results)}`);
    if (json !== undefined) {
      writeFileSync(json, `${JSON.stringify({ ...results, targets }, null, 2)}\n`);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** In rounds, each in the other direction than the one before, so that what changes about the machine meanwhile meets all alike. */
function measureAll(subjects: readonly Subject[], rounds: number, empty: () => Measured): Results {
  const starts: Measured[] = [];
  const services = subjects.map((subject) => ({
    resources: subject.resources,
    rendered: subject.rendered,
    measured: Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<
      Kind,
      Measured[]
    >,
  }));
  const measures = [
    () => starts.push(empty()),
    ...subjects.flatMap((subject, index) =>
      kinds.map((kind) => () => services[index]?.measured[kind].push(subject.measure(kind))),
    ),
  ];
  for (let round = 0; round < rounds; round += 1) {
    say(`Round ${String(round + 1)} of ${String(rounds)} …`);
    for (const measure of round % 2 === 0 ? measures : measures.toReversed()) measure();
  }
  return { empty: starts, services };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 2;
}
