import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { supportedVersions } from './lifecycle.ts';
import { versionValue, type ApiVersion } from './version.ts';

/** A version that there is not, where it is part of what the address names. */
export function unknownVersion(versions: readonly ApiVersion[], now: Date): Problem {
  return new Problem(builtIn.unknownVersion, { members: supported(versions, now) });
}

/** The versions that a client without a valid one may use. */
export function supported(
  versions: readonly ApiVersion[],
  now: Date,
): { readonly supportedVersions: readonly (number | string)[] } {
  return {
    supportedVersions: supportedVersions(versions, now).map(versionValue),
  };
}
