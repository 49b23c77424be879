import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { versionValue, type ApiVersion } from './version.ts';

/** A version that there is not, where it is part of what the address names. */
export function unknownVersion(versions: readonly ApiVersion[]): Problem {
  return new Problem(builtIn.unknownVersion, {
    members: { supportedVersions: versions.map(versionValue) },
  });
}
