import type { LoadedKit } from '../kits/index.ts';
import type { Lock, OutputFile } from '../plan/index.ts';
import type { Overlay } from '../rendering/overlays/overlay.ts';
import type { Issue } from '../specification/issue.ts';

/** The templates of kits, as far as a person trusts them; most services have none. */
export async function trustedTemplates(
  kits: readonly LoadedKit[],
  lock: Lock | undefined,
  isGiven: boolean,
): Promise<{
  readonly overlays: readonly Overlay[];
  readonly header: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
}> {
  const overlays = kits.flatMap((kit) => kit.overlays);
  if (overlays.length === 0) return { overlays, header: {}, issues: [] };
  const { trustFact, trustIssues, trustRecord } = await import('../kits/trust.ts');
  const issues = trustIssues(kits, { recorded: lock?.header[trustFact], isGiven });
  const record = trustRecord(kits);
  return { overlays, header: record === undefined ? {} : { [trustFact]: record }, issues };
}

/** What the service keeps of its kits; most have none. */
export async function storedFiles(loaded: readonly LoadedKit[]): Promise<readonly OutputFile[]> {
  if (loaded.length === 0) return [];
  const { storedKits } = await import('../kits/stored.ts');
  return [storedKits(loaded)];
}
