import semver from 'semver';
import type { KitPin } from './kit.ts';
import { loadKit } from './load.ts';

/** How a pinned kit compares with the one that is there. */
export interface PinState {
  /** Where it is, as `service.kits` has it. */
  readonly kit: string;
  readonly pinned: string;
  /** Absent: none can be read. */
  readonly available?: string;
  readonly integrity?: string;
  /**
   * `outdated`: another version is there. `changed`: the same version has another text, which no version should have. `missing`: no kit
   * is there.
   */
  readonly state: 'current' | 'outdated' | 'changed' | 'missing';
  /** Of an outdated one: which number of the version differs first. */
  readonly change?: string;
  /** Of a missing one: why. */
  readonly problem?: string;
}

/** Compares what is pinned with what is there. `from`: the directory of the specification. */
export async function pinStates(pins: readonly KitPin[], from: string): Promise<PinState[]> {
  return Promise.all(
    pins.map(async (pin): Promise<PinState> => {
      const { kit, version } = pin;
      const loading = await loadKit(kit, from);
      if (!loading.ok) {
        return { kit, pinned: version, state: 'missing', problem: loading.problem };
      }
      const { version: available, integrity } = loading.kit;
      const about = { kit, pinned: version, available, integrity };
      if (available === version) {
        return { ...about, state: integrity === pin.integrity ? 'current' : 'changed' };
      }
      const change = semver.diff(version, available) ?? 'other';
      return { ...about, state: 'outdated', change };
    }),
  );
}
