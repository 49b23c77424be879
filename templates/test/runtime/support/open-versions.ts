import type { ApiVersion } from '../../../src/runtime/versioning/version.ts';

/** Versions that answer every client whatever it asks for at an instant: released, and nothing has been taken from them. */
export function openVersions(versions: readonly ApiVersion[], now: Date): readonly ApiVersion[] {
  const hasCome = (instant: string | undefined) =>
    instant !== undefined && Date.parse(instant) <= now.getTime();
  return versions.filter(
    ({ released, sunset, readOnly, closed, brownouts = [], withdrawn = [] }) => {
      const begun = [...brownouts, ...withdrawn].map(({ from }) => from);
      return hasCome(released) && ![sunset, readOnly, closed, ...begun].some(hasCome);
    },
  );
}
