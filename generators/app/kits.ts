import { resolve } from 'node:path';
import type { LoadedKit } from '../../src/kits/kit.ts';
import { loadKit } from '../../src/kits/load.ts';
import { untrusted } from '../../src/kits/trust.ts';
import { pinsIn, seenFrom, withPins } from '../../src/kits/pins.ts';
import type { Mistake } from '../../src/specification/index.ts';
import type { Failure } from '../command/failure.ts';

export type AskedKits =
  | { readonly ok: true; readonly kits: readonly LoadedKit[] }
  | {
      readonly ok: false;
      readonly failures: readonly Failure[];
      readonly mistakes: readonly Mistake[];
    };

/** The kits of `--kit`, as they are seen from here. */
export async function askedKits(refs: readonly string[], cwd: string): Promise<AskedKits> {
  const kits: LoadedKit[] = [];
  const failures: Failure[] = [];
  const mistakes: Mistake[] = [];
  for (const ref of refs) {
    const loading = await loadKit(ref, cwd);
    if (loading.ok) {
      kits.push(loading.kit);
    } else {
      failures.push({
        where: `--kit ${ref}`,
        what: `${capital(loading.problem)}.`,
        whatToDo: 'Put that right and run again. Nothing was written.',
      });
      mistakes.push(...loading.mistakes);
    }
  }
  return failures.length > 0 ? { ok: false, failures, mistakes } : { ok: true, kits };
}

/** A kit whose templates the person did not take. */
export function untrustedKit(kit: LoadedKit): Failure {
  const whatToDo = 'Nothing was asked or written.';
  return { where: `--kit ${kit.ref}`, what: `${capital(untrusted(kit))}.`, whatToDo };
}

/**
 * The text of a specification with the kits of `--kit`: each in the place of the one of the same directory or name, or behind the
 * others.
 */
export function withAskedKits(
  text: string,
  kits: readonly LoadedKit[],
  { cwd, destination }: { readonly cwd: string; readonly destination: string },
): string {
  if (kits.length === 0) return text;
  const pins = pinsIn(text);
  const seen = kits.map((kit) => {
    const there = seenFrom(kit, cwd, destination);
    const same = pins.find(({ kit: ref }) => resolve(destination, ref) === resolve(cwd, kit.ref));
    return same === undefined ? there : { ...there, ref: same.kit };
  });
  return withPins(text, seen);
}

/** As a sentence; a path in front of it keeps its letters. */
function capital(text: string): string {
  return /^\S*[./]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
