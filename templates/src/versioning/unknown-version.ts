import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
// {{#if hasSunsets}}
import { stateOf } from './lifecycle.ts';
// {{/if}}
import { versionValue, type ApiVersion } from './version.ts';

/** A version that there is not, where it is part of what the address names. */
export function unknownVersion(versions: readonly ApiVersion[], _now: Date): Problem {
  return new Problem(builtIn.unknownVersion, {
    members: {
      supportedVersions: versions
        // {{#if hasSunsets}}
        .filter((version) => stateOf(version, _now) !== 'sunset')
        // {{/if}}
        .map(versionValue),
    },
  });
}
