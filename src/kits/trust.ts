import { atValue, type Issue } from '../specification/issue.ts';
import { harmless } from '../specification/shown.ts';
import { templateIntegrityOf } from './integrity.ts';
import { shownKit, type LoadedKit } from './kit.ts';

/** The fact of the lock that remembers the templates of kits that a person trusts. */
export const trustFact = 'trusted-templates';

export interface TrustGiven {
  /** Of the lock: the integrity of the templates of each kit, with blanks between. */
  readonly recorded: string | undefined;
  /** Whether the person says so now. */
  readonly isGiven: boolean;
}

/**
 * Templates of a kit become code that the service runs, so a person takes them by name. Trust holds for exactly these texts: a version
 * of the kit with other templates is looked at again.
 */
export function trustIssues(
  kits: readonly LoadedKit[],
  { recorded, isGiven }: TrustGiven,
): Issue[] {
  if (isGiven) return [];
  const trusted = new Set((recorded ?? '').split(' '));
  return kits.flatMap((kit, position) => {
    const integrity = templateIntegrityOf(kit.files);
    if (integrity === undefined || trusted.has(integrity)) return [];
    const path = ['service', 'kits', position];
    return [atValue(path, { code: 'kit-not-trusted', message: untrusted(kit) })];
  });
}

/** What the lock remembers from now on; undefined: no kit has templates. */
export function trustRecord(kits: readonly LoadedKit[]): string | undefined {
  const all = kits.flatMap(({ files }) => templateIntegrityOf(files) ?? []);
  return all.length === 0 ? undefined : [...new Set(all)].toSorted().join(' ');
}

/** Why a kit is not taken without a word of the person. */
export function untrusted(kit: LoadedKit): string {
  const paths = kit.overlays.map(({ path }) => path).join(', ');
  return harmless(
    `${shownKit(kit)} has templates (${paths}), whose text becomes code that you run; read them, and run again with --trust`,
  );
}
