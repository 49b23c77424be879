import { shownKit, type Kit } from './kit.ts';
import { contradicts, shownValue, valueAt } from './values.ts';

/**
 * Where a kit says something else than one before it has locked: neither an extending kit nor a later one changes that. In words,
 * for the first that is found; undefined: nowhere.
 */
export function lockConflict(kits: readonly Kit[]): string | undefined {
  for (const [position, kit] of kits.entries()) {
    for (const earlier of kits.slice(0, position)) {
      for (const lock of earlier.locked) {
        const key = lock.path.join('.');
        const other =
          kit.locked.find(({ path }) => path.join('.') === key)?.value ??
          valueAt(kit.defaults, lock.path);
        if (!contradicts(other, lock.value)) continue;
        return `${shownKit(kit)} says ${key}: ${shownValue(other)}, and ${shownKit(earlier)} locks it to ${shownValue(lock.value)}: ${lock.reason}`;
      }
    }
  }
  return undefined;
}
