import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { engines } from '../../templates/test/runtime/support/engines.ts';
import { specificationOf, wideSpecificationOf } from './arbitrary.ts';
import { minorPairOf, versionPairOf } from './evolution/edits.ts';
import { allFeatures } from './features.ts';
import { meet } from './meetings.ts';
import { pack } from './packing.ts';
import { PairMatrix } from './pair-matrix.ts';
import type { Finding } from './finding.ts';
import { prove, type ProofOptions } from './prove.ts';
import { yamlOf } from './repair.ts';
import { shrunk } from './shrink.ts';

const usage = `Generates services of random specifications, and runs what they bring to prove themselves.

  npm run search -- --from 1 --to 20        those of some seeds
  npm run search -- --evolve --from 1 --to 20   each with a second version that differs in some things
  npm run search -- --grow --from 1 --to 20     each with further things in its only version, which is released
  npm run search -- --pairs 800             draws so many with much in them, and writes few files that together have every pair of keys
  npm run search -- --specs DIR             all files of a directory, such as those of --pairs
  npm run search -- --spec a.yaml           one file
  npm run search -- --show 7                shows the specification of a seed
  npm run search -- --shrink 7              takes away from it what its failure does not need

  --beside DIR          with --pairs: pairs that files of the directory have are not asked for
  --tests 'PATTERN …'   of the tests of the service only these, without the report, a start and a look at its document
  --static              no tests: generation, types and lint
  --formatted           formatted, as users get it; the format is checked, too
  --postgres            on PostgreSQL as well as on SQLite
  --jobs 2              so many at the same time
  --out DIR             where services, specifications and findings are kept; of what is green nothing is
  --keep                keeps services that are green, too
`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '10' },
    pairs: { type: 'string' },
    beside: { type: 'string', multiple: true, default: [] },
    spec: { type: 'string' },
    specs: { type: 'string' },
    evolve: { type: 'boolean', default: false },
    grow: { type: 'boolean', default: false },
    show: { type: 'string' },
    shrink: { type: 'string' },
    tests: { type: 'string' },
    static: { type: 'boolean', default: false },
    formatted: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    out: { type: 'string', default: join(tmpdir(), 'search') },
    keep: { type: 'boolean', default: false },
  },
});

/** A specification to prove, or those of two versions, under the name that its files have. */
interface Case {
  readonly name: string;
  readonly text: string;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
process.exitCode = await main();

async function main(): Promise<number> {
  if (options.help) {
    say(usage);
    return 0;
  }
  if (options.show !== undefined) {
    say(yamlOf(specificationOf(Number(options.show))));
    return 0;
  }
  mkdirSync(options.out, { recursive: true });
  if (options.shrink !== undefined) return shrink(Number(options.shrink));
  if (options.pairs !== undefined) return choosePairs(Number(options.from), Number(options.pairs));
  const cases = casesOf();
  if (options.evolve || options.grow) {
    for (const { name, missing } of engines) if (missing !== undefined) say(`${name}: ${missing}`);
  }
  const waiting = [...cases];
  let red = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await isGreen(next))) red += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  say(`${String(red)} of ${String(cases.length)} red`);
  return red === 0 ? 0 : 1;
}

function casesOf(): Case[] {
  if (options.spec !== undefined) {
    return [{ name: 'spec', text: readFileSync(options.spec, 'utf8') }];
  }
  if (options.specs !== undefined) return filesOf(options.specs);
  const seeds = range(Number(options.from), Number(options.to));
  if (options.evolve) return seeds.flatMap((seed) => caseOf(seed, versionPairOf(seed)));
  if (options.grow) return seeds.flatMap((seed) => caseOf(seed, minorPairOf(seed)));
  return seeds.map((seed) => ({
    name: String(seed),
    text: yamlOf(specificationOf(seed)),
  }));
}

function filesOf(directory: string): Case[] {
  return globSync('*.yaml', { cwd: directory })
    .toSorted()
    .map((file) => ({
      name: basename(file, '.yaml'),
      text: readFileSync(join(directory, file), 'utf8'),
    }));
}

function caseOf(seed: number, text: string | undefined): Case[] {
  return text === undefined ? [] : [{ name: String(seed), text }];
}

function choosePairs(from: number, count: number): number {
  const candidates = range(from, from + count - 1).map(wideSpecificationOf);
  const { found, apart } = meet(candidates, [...allFeatures()]);
  const pool = [...candidates, ...found];
  const missing = new PairMatrix([...allFeatures()]);
  for (const each of pool) missing.add(missing.numbersOf(each));
  say(`${String(missing.total)} pairs meet; ${String(apart.length)} never do, see apart.txt`);
  const lines = apart.map(({ pair, reason }) => `${pair.join('  ')}: ${reason}\n`);
  writeFileSync(join(options.out, 'apart.txt'), lines.join(''));
  for (const { text } of options.beside.flatMap(filesOf)) {
    for (const version of text.split(/^---$/m)) {
      missing.remove(missing.numbersOf(parse(version)));
    }
  }
  say(`${String(missing.total)} of them are asked for`);
  let written = 0;
  for (const specification of pack(pool, missing)) {
    written += 1;
    const name = `pairs-${String(written).padStart(3, '0')}.yaml`;
    writeFileSync(join(options.out, name), yamlOf(specification));
    say(`${name}: ${String(missing.total)} are left`);
  }
  return 0;
}

async function isGreen({ name, text }: Case): Promise<boolean> {
  const began = performance.now();
  const directory = join(options.out, name);
  const { findings, tests, skipped } = await prove(text, proofOptions(directory));
  const seconds = Math.round((performance.now() - began) / 1000);
  const [first] = findings;
  const isAtWall = first?.stage === 'wall';
  const verdict =
    first === undefined ? 'green' : isAtWall ? first.title : `${String(findings.length)} findings`;
  say(
    `${name}: ${verdict}, ${String(tests)} tests, ${String(skipped)} skipped, ${String(seconds)} s`,
  );
  if (first === undefined || isAtWall) {
    if (!options.keep && options.spec === undefined) {
      rmSync(directory, { recursive: true, force: true });
    }
    return true;
  }
  writeFileSync(`${directory}.yaml`, text);
  writeFileSync(`${directory}.txt`, findings.map(reported).join('\n'));
  for (const { stage, title } of findings.slice(0, 8)) say(`    ${stage}: ${title.slice(0, 160)}`);
  return false;
}

async function shrink(seed: number): Promise<number> {
  const directory = join(options.out, `shrink-${String(seed)}`);
  const specification = await shrunk(seed, proofOptions(directory), 30);
  say(specification === undefined ? `${String(seed)} is green` : yamlOf(specification));
  return specification === undefined ? 0 : 1;
}

function proofOptions(directory: string): ProofOptions {
  return {
    directory,
    tests: options.static ? 'none' : (options.tests?.split(' ') ?? 'all'),
    isFormatted: options.formatted,
    environment: options.postgres ? {} : { TEST_DATABASE_URL: 'none' },
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function reported({ stage, title, detail }: Finding): string {
  return `── ${stage}: ${title}\n${detail.slice(0, 3000)}\n`;
}
