// Switches off one behaviour after the other in a generated service and sees whether the tests of its rule notice:
//   npm run mutations                 all of them
//   npm run mutations -- C-051 C-057  those of some rules
//   npm run mutations -- versions     those of a fixture, as they are called in mutations/breakages/breakage.ts
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '../test/support/generated.ts';
import { partOf } from '../test/support/share.ts';
import { breakages, type Breakage } from './breakages/index.ts';
import { fixtures, type Fixture } from './fixtures.ts';

const wanted = process.argv.slice(2);
const chosen = partOf(
  breakages.filter(
    ({ rule, fixture }) => wanted.length === 0 || wanted.includes(rule) || wanted.includes(fixture),
  ),
  'mutations',
);
const root = temporaryDirectory();
let survivors = 0;
for (const [name, ofFixture] of Map.groupBy(chosen, ({ fixture }) => fixture)) {
  const fixture = fixtures[name];
  const directory = join(root, name);
  await fixture.make(directory);
  const rules = [...new Set(ofFixture.map(({ rule }) => rule))];
  if (!holds(fixture, directory, rules)) stop(`${name}: a rule is red before anything is broken.`);
  for (const breakage of ofFixture) {
    const { rule, does } = breakage;
    const isNoticed = !whileBroken(directory, breakage, () => holds(fixture, directory, [rule]));
    if (!isNoticed) survivors += 1;
    process.stdout.write(`${isNoticed ? 'red  ' : 'GREEN'} ${rule} ${does}\n`);
  }
}
rmSync(root, { recursive: true });
process.stdout.write(
  `${String(chosen.length - survivors)} of ${String(chosen.length)} breakages turn their rule red.\n`,
);
process.exitCode = survivors === 0 ? 0 : 1;

function whileBroken<Result>(
  directory: string,
  { rule, file, from, to }: Breakage,
  use: () => Result,
): Result {
  const path = join(directory, 'src', file);
  const text = readFileSync(path, 'utf8');
  const occurrences = text.split(from).length - 1;
  if (occurrences !== 1) {
    stop(`${rule}: what is to be broken is ${String(occurrences)} times in ${file}:\n${from}`);
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return use();
  } finally {
    writeFileSync(path, text);
  }
}

/** Whether the tests of rules pass. */
function holds(fixture: Fixture, directory: string, rules: readonly string[]): boolean {
  const { status, stdout, stderr } = run(
    directory,
    process.execPath,
    // What is broken may leave a test waiting for ever.
    [
      '--test',
      '--test-isolation=none',
      '--test-force-exit',
      '--test-timeout=60000',
      ...fixture.testsOf(directory, rules),
    ],
    { TEST_DATABASE_URL: 'none', PROOF_RUNS: '3' },
  );
  // A service that does not even load proves nothing.
  if (/SyntaxError|ERR_MODULE_NOT_FOUND/.test(stdout + stderr))
    stop(rules.join(' ') + stdout + stderr);
  const untested = rules.filter((rule) => !stdout.includes(rule));
  if (untested.length > 0) stop(`No test names ${untested.join(', ')}.`);
  return status === 0;
}

function stop(message: string): never {
  rmSync(root, { recursive: true, force: true });
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
