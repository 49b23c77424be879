import { firstMistakes, type Mistake } from '../../specification/mistake.ts';
import { isLater } from '../../plan/versions.ts';
import { oldestFirst } from '../../specification/versions/labels.ts';
import { readStep } from '../steps/read.ts';
import { checksumsPath, parseChecksums, sha256 } from './checksums.ts';
import type { ContractFile, Contracts, FrozenRelease, WrittenStep } from './contracts.ts';
import { readFrozen } from './frozen.ts';

export type ContractsReading =
  | { readonly ok: true; readonly contracts: Contracts }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

const releasePath =
  /^contracts\/v((?:0|[1-9][0-9]{0,3})|[0-9]{4}-[0-9]{2}-[0-9]{2})\/([0-9]+\.[0-9]+\.[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:\.[0-9]+)?)\/(specification|openapi|recordings|rows)\.json$/;
const stepPath = /^contracts\/([0-9-]+)-to-([0-9-]+)\.yaml$/;

/** Understands the files below `contracts/`: every checksum, every frozen specification and every step. Never throws. */
export function parseContracts(files: readonly ContractFile[]): ContractsReading {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const { frozen, mistakes } = checkSums(sorted);
  const releases: FrozenRelease[] = [];
  const steps: WrittenStep[] = [];
  for (const file of sorted) {
    const [, label, release, kind] = releasePath.exec(file.path) ?? [];
    if (label !== undefined && release !== undefined) {
      if (kind === 'specification') readRelease(file, label, release, releases, mistakes);
    } else if (stepPath.test(file.path)) readWrittenStep(file, steps, mistakes);
    else if (file.path !== checksumsPath) {
      mistakes.push(
        at(
          file.path,
          1,
          'unknown-file',
          'nothing of this name belongs below contracts/: there are v<label>/<release>/specification.json, openapi.json, recordings.json and rows.json, <from>-to-<to>.yaml and SHA256SUMS; move it elsewhere',
        ),
      );
    }
  }
  if (mistakes.length > 0) return { ok: false, mistakes: firstMistakes(mistakes) };
  return {
    ok: true,
    contracts: { releases: inOrder(releases), steps: stepsInOrder(steps), files: sorted, frozen },
  };
}

function checkSums(files: readonly ContractFile[]): { frozen: Set<string>; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const text = files.find(({ path }) => path === checksumsPath)?.text ?? '';
  const { sums, wrong } = parseChecksums(text);
  if (wrong !== undefined) {
    const message =
      'this is no line of sha256sum: a checksum, two spaces and a path; restore the file (git restore)';
    mistakes.push(at(checksumsPath, wrong, 'wrong-form', message));
  }
  const byPath = new Map(files.map((file) => [file.path, file.text]));
  for (const { path, sha256: recorded, line } of sums) {
    const text = byPath.get(path);
    if (text === undefined) {
      const message = `${path} is frozen and not there; restore it (git restore ${path})`;
      mistakes.push(at(checksumsPath, line, 'frozen-missing', message));
    } else if (sha256(text) !== recorded) {
      const message = `the file was changed after it was frozen; restore it (git restore ${path}), and change a newer version`;
      mistakes.push(at(path, 1, 'frozen-changed', message));
    }
  }
  const frozen = new Set(sums.map(({ path }) => path));
  for (const { path } of files) {
    if (releasePath.test(path) && !frozen.has(path) && wrong === undefined) {
      const message = `contracts/SHA256SUMS has no checksum of it; release a version with "version release", and write nothing here by hand`;
      mistakes.push(at(path, 1, 'not-frozen', message));
    }
  }
  return { frozen, mistakes };
}

function readRelease(
  { path, text }: ContractFile,
  label: string,
  release: string,
  releases: FrozenRelease[],
  mistakes: Mistake[],
): void {
  const reading = readFrozen(text);
  if (reading.ok) releases.push({ label, release, specification: reading.specification });
  else {
    const message = `this is no frozen specification: ${reading.message}; restore it (git restore ${path})`;
    mistakes.push(at(path, 1, 'no-frozen-specification', message));
  }
}

function readWrittenStep(
  { path, text }: ContractFile,
  steps: WrittenStep[],
  mistakes: Mistake[],
): void {
  const reading = readStep(text, path);
  if (!reading.ok) {
    mistakes.push(...reading.mistakes);
    return;
  }
  const { from, to } = reading.step;
  const name = `contracts/${from}-to-${to}.yaml`;
  if (name !== path) {
    const message = `the file is called ${path} and leads from ${from} to ${to}; call it ${name}, or write the versions of its name`;
    mistakes.push(
      ...reading.mistakes([{ path: ['from'], at: 'value', code: 'wrong-name', message }]),
    );
    return;
  }
  steps.push({ path, text, step: reading.step });
}

function inOrder(releases: readonly FrozenRelease[]): FrozenRelease[] {
  const labels = oldestFirst([...new Set(releases.map(({ label }) => label))]);
  return releases.toSorted(
    (a, b) =>
      labels.indexOf(a.label) - labels.indexOf(b.label) ||
      (isLater(a.release, b.release) || (!isLater(b.release, a.release) && a.release > b.release)
        ? 1
        : -1),
  );
}

function stepsInOrder(steps: readonly WrittenStep[]): WrittenStep[] {
  const labels = oldestFirst([...new Set(steps.map(({ step }) => step.from))]);
  return steps.toSorted((a, b) => labels.indexOf(a.step.from) - labels.indexOf(b.step.from));
}

/** A mistake in a file that is not written by people. */
function at(file: string, line: number, code: string, message: string): Mistake {
  return { file, line, column: 1, path: [], code, message };
}
