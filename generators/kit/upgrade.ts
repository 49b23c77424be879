import { resolve } from 'node:path';
import { pinsIn, seenFrom } from '../../src/kits/pins.ts';
import { readCommandLine, type CommandLine } from '../app/command-line.ts';
import { specificationIn } from '../app/specification-in.ts';
import type { Failure } from '../command/failure.ts';
import { usage } from '../command/usage.ts';

export type UpgradeReading =
  | { readonly ok: true; readonly commandLine: CommandLine }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** An upgrade as the generation that it is: with the kits that a service has, as they are now. */
export async function readUpgrade(argv: readonly string[], cwd: string): Promise<UpgradeReading> {
  const firstOption = argv.findIndex((each) => each.startsWith('-'));
  const words = firstOption === -1 ? argv : argv.slice(0, firstOption);
  const read = readCommandLine(argv.slice(words.length));
  if (!read.ok) return read;
  const { destination = '.' } = read.commandLine;
  const place = resolve(cwd, destination);
  const specification = await specificationIn(place, cwd);
  if (!specification.ok) return { ok: false, failures: [specification.failure] };
  const pins = pinsIn(specification.text).map(({ kit }) => kit);
  if (pins.length === 0) {
    const what = 'The service has no starter kit.';
    return { ok: false, failures: [usage('kit upgrade', what, 'Add one with --kit REF.')] };
  }
  const unknown = words.filter((word) => !pins.includes(word));
  if (unknown.length > 0) {
    const failures = unknown.map((word) =>
      usage(word, 'The service has no such kit.', `It has ${pins.join(', ')}.`),
    );
    return { ok: false, failures };
  }
  const chosen = words.length === 0 ? pins : words;
  const kit = chosen.map((ref) => seenFrom({ ref }, place, cwd).ref);
  return { ok: true, commandLine: { ...read.commandLine, destination, kit } };
}
