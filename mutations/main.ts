// Switches off one behaviour after the other in a generated service and sees whether the tests of its rule notice:
//   npm run mutations                 all of them
//   npm run mutations -- C-051 C-057  those of some rules
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  generate,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../test/support/generated.ts';
import { breakages, type Breakage } from './breakages.ts';

const wanted = process.argv.slice(2);
const chosen = breakages.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule));
const directory = join(temporaryDirectory(), 'acme');
const specification = join(repository, 'test/fixtures/acme/service.yaml');
await generate(readFileSync(specification, 'utf8'), directory);
install(directory);

if (!holds('C-')) stop('A rule is red before anything is broken.');
let survivors = 0;
for (const breakage of chosen) {
  const isNoticed = !whileBroken(breakage, () => holds(breakage.rule));
  if (!isNoticed) survivors += 1;
  process.stdout.write(`${isNoticed ? 'red  ' : 'GREEN'} ${breakage.rule} ${breakage.does}\n`);
}
rmSync(join(directory, '..'), { recursive: true });
process.stdout.write(
  `${String(chosen.length - survivors)} of ${String(chosen.length)} breakages turn their rule red.\n`,
);
process.exitCode = survivors === 0 ? 0 : 1;

function whileBroken<Result>({ rule, file, from, to }: Breakage, use: () => Result): Result {
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

/** Whether the tests whose titles name a rule pass: its row in the conformance report is made of them. */
function holds(rule: string): boolean {
  const files = globSync('test/conformance/*.test.ts', { cwd: directory });
  const { status, stdout, stderr } = run(
    directory,
    process.execPath,
    ['--test', '--test-isolation=none', `--test-name-pattern=${rule}`, ...files],
    { TEST_DATABASE_URL: 'none' },
  );
  // A service that does not even load proves nothing.
  if (/SyntaxError|ERR_MODULE_NOT_FOUND/.test(stdout + stderr)) stop(`${rule}\n${stdout}${stderr}`);
  if (!stdout.includes(rule)) stop(`No test names ${rule}.`);
  return status === 0;
}

function stop(message: string): never {
  rmSync(join(directory, '..'), { recursive: true, force: true });
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
