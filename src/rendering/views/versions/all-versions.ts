import type { growthView } from './growth.ts';
import type { versionView } from './version.ts';

type GrowthView = ReturnType<typeof growthView>;
type VersionView = ReturnType<typeof versionView>;

/** What the files tell that are there once for all older versions. */
export function allVersionsView(versions: readonly VersionView[], growth: GrowthView = {}) {
  const legacy = versions.filter(({ legacy: own, former }) => own.length + former.length > 0);
  const importOf = (version: VersionView, each: VersionView['legacy'][number]) => ({
    folder: version.folder,
    file: each.name,
    name: each.routesName,
    alias: each.alias,
  });
  return {
    recordedLosses: Object.fromEntries(
      versions.flatMap(({ label, recordedLosses }) =>
        recordedLosses.length === 0 ? [] : [[label, recordedLosses] as const],
      ),
    ),
    growth,
    otherRules: versions.filter(({ hasOtherRules }) => hasOtherRules).map(({ label }) => label),
    recorders: versions.flatMap(({ label, recorder }) =>
      recorder.map((each) => ({ ...each, label })),
    ),
    recordedAdditions: versions.flatMap(({ label, recorder, added }) =>
      added.length === 0 ? [] : [{ label, recorder, added }],
    ),
    adapters: versions.map(({ label, variable, folder: file }) => ({
      label,
      name: variable,
      file,
    })),
    legacyImports: legacy.flatMap((version) =>
      version.legacy.map((each) => importOf(version, each)),
    ),
    formerImports: [
      ...new Map(
        versions.flatMap(({ former }) => former.map((each) => [each.file, each])),
      ).values(),
    ],
    legacyVersions: legacy.map((version) => ({
      label: version.label,
      former: version.former,
      routes: version.legacy.map((each) => importOf(version, each)),
    })),
  };
}
