import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { isRetired, versionValue, type ApiVersion } from './version.ts';

/** A version that there is not, where it is part of what the address names. */
export function unknownVersion(versions: readonly ApiVersion[], now: Date): Problem {
  return new Problem(builtIn.unknownVersion, { members: supported(versions, now) });
}

/** What a client without a way to go on is told of. */
export function supported(
  versions: readonly ApiVersion[],
  now: Date,
): { readonly supportedVersions: readonly (number | string)[] } {
  return {
    supportedVersions: versions.filter((version) => !isRetired(version, now)).map(versionValue),
  };
}
