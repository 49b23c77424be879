// Switches off one behaviour after the other in a generated service and sees whether the conformance report notices:
//   npm run mutations                 all of them
//   npm run mutations -- C-051 C-057  those of some rules
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceReport } from '../templates/scripts/conformance/report.ts';
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

const before = failing(report());
if (before.length > 0) stop(`These rules fail before anything is broken: ${before.join(', ')}`);
let survivors = 0;
for (const breakage of chosen) {
  const failed = whileBroken(breakage);
  const isNoticed = failed.includes(breakage.rule);
  if (!isNoticed) survivors += 1;
  const others = failed.filter((rule) => rule !== breakage.rule);
  const also = others.length > 0 ? `  (also ${others.join(', ')})` : '';
  process.stdout.write(
    `${isNoticed ? 'red  ' : 'GREEN'} ${breakage.rule} ${breakage.does}${also}\n`,
  );
}
rmSync(join(directory, '..'), { recursive: true });
process.stdout.write(
  `${String(chosen.length - survivors)} of ${String(chosen.length)} breakages turn their rule red.\n`,
);
process.exitCode = survivors === 0 ? 0 : 1;

function whileBroken({ rule, file, from, to }: Breakage): string[] {
  const path = join(directory, 'src', file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2)
    stop(`${rule}: the text to break is not once in ${file}:\n${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return failing(report());
  } finally {
    writeFileSync(path, text);
  }
}

function report(): ConformanceReport {
  const command = ['run', '--silent', 'conformance', '--', '--json'];
  const { stdout, stderr } = run(directory, 'npm', command, { TEST_DATABASE_URL: 'none' });
  if (stdout === '') stop(stderr);
  return JSON.parse(stdout) as ConformanceReport;
}

function failing({ rules }: ConformanceReport): string[] {
  return rules.filter(({ status }) => status === 'fails').map(({ id }) => id);
}

function stop(message: string): never {
  rmSync(join(directory, '..'), { recursive: true, force: true });
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
