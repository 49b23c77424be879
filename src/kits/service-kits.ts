import { atValue, type Issue } from '../specification/issue.ts';
import type { Kits } from '../specification/kits.ts';
import type { Mistake } from '../specification/index.ts';
import { readDocument } from '../specification/read-document.ts';
import { kitsOf } from './apply.ts';
import { lockConflict } from './conflicts.ts';
import type { Kit, KitPin, LoadedKit } from './kit.ts';
import { kitFromFiles, loadKit, type KitLoading } from './load.ts';
import { pinsIn } from './pins.ts';
import { readStoredKits } from './stored.ts';

export type ServiceKits =
  | {
      readonly ok: true;
      /** For reading the specification; undefined: it names none. */
      readonly kits: Kits | undefined;
      readonly loaded: readonly LoadedKit[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** The kits that a specification names: from what the service has of them, or from where they are. */
export async function pinnedKits(
  text: string,
  directory: string,
  file: string,
  isFormer = false,
): Promise<ServiceKits> {
  const pins = pinsIn(text);
  if (pins.length === 0) return { ok: true, kits: undefined, loaded: [] };
  const stored = await readStoredKits(directory);
  const loaded: LoadedKit[] = [];
  const issues: Issue[] = [];
  const inside: Mistake[] = [];
  for (const [position, pin] of pins.entries()) {
    const files = stored.get(pin.integrity);
    const loading = await (files === undefined
      ? loadKit(pin.kit, directory)
      : kitFromFiles(pin.kit, files, isFormer));
    const refused = refusalOf(pin, loading, position);
    if (refused !== undefined) issues.push(refused);
    if (loading.ok) loaded.push(loading.kit);
    else inside.push(...loading.mistakes);
  }
  const all = allKits(loaded);
  const conflict = lockConflict(all);
  if (issues.length === 0 && conflict !== undefined) {
    issues.push(atValue(['service', 'kits'], { code: 'kit-conflict', message: conflict }));
  }
  if (issues.length > 0) return { ok: false, mistakes: [...placed(text, file, issues), ...inside] };
  return { ok: true, kits: kitsOf(all), loaded };
}

/** Kits in the order in which they hold, with those that they extend, each once. */
export function allKits(loaded: readonly LoadedKit[]): Kit[] {
  const byName = new Map<string, Kit>();
  for (const kit of loaded.flatMap(({ chain }) => chain)) {
    const key = `${kit.name} ${kit.version}`;
    if (!byName.has(key)) byName.set(key, kit);
  }
  return [...byName.values()];
}

function refusalOf(pin: KitPin, loading: KitLoading, position: number): Issue | undefined {
  const path = ['service', 'kits', position];
  if (!loading.ok) return atValue(path, { code: 'no-kit', message: loading.problem });
  const { version, integrity } = loading.kit;
  if (version !== pin.version) {
    const message = `the kit ${pin.kit} is pinned at ${pin.version}, and the one that is there is ${version}; install ${pin.version}, or take the other one with resource-service kit upgrade`;
    return atValue([...path, 'version'], { code: 'kit-version', message });
  }
  if (integrity === pin.integrity) return undefined;
  const message = `the kit ${pin.kit} ${version} that is there has another text than the one that was pinned (${integrity}); restore it, or look at what changed and take it with resource-service kit upgrade`;
  return atValue([...path, 'integrity'], { code: 'kit-integrity', message });
}

function placed(text: string, file: string, issues: readonly Issue[]): Mistake[] {
  const reading = readDocument(text, file);
  return reading.ok ? reading.mistakes(issues) : [...reading.mistakes];
}
