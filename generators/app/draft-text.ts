import { hooksIn } from '../../src/evolution/draft/hooks.ts';
import type { OpenStep } from '../../src/evolution/draft/open-step.ts';

/** What is written into the step of a version, line by line. */
export function draftText({ path, text, written, from, to }: OpenStep): string[] {
  const before = new Set(written?.split('\n'));
  const lines = text.split('\n').filter((line) => line !== '' && !before.has(line));
  const verb = written === undefined ? 'is made' : 'is completed';
  return [`${path} ${verb}: what differs between version ${from} and version ${to}`].concat(
    lines.map((line) => `  ${line}`),
  );
}

/** The functions that a step leaves to a person, with where they belong. */
export function hookText(open: OpenStep): string[] {
  const { step, from, to } = open;
  const names = step === undefined ? [] : hooksIn(step);
  return names.map((name) => `write ${name} in src/versioning/${from}-to-${to}.hooks.ts`);
}
