import { splitUrl } from '../../endpoints/request-target.ts';
import { Problem } from '../../errors/problem.ts';
import { Type } from '../../resources/type.ts';
import { namedVersion } from '../named-version.ts';
import { isUnversioned, type Strategy, type StrategyOptions } from '../resolution.ts';

const name = 'X-API-Version';

/** A header names the version: `X-API-Version: 4`. The address is the same in all of them. */
export function header(options: StrategyOptions): Strategy {
  return {
    isInHeaders: true,
    resolve({ target, headers }, now) {
      const [path, search] = splitUrl(target);
      if (isUnversioned(path)) return { kind: 'unversioned', path, search, link };
      // Node joins several fields of a name by commas, as one may have sent them.
      const values = [headers['x-api-version'] ?? []].flat().flatMap((text) => text.split(','));
      const version = namedVersion(
        options,
        values.map((value) => value.trim()),
        now,
      );
      return version instanceof Problem
        ? { kind: 'refused', problem: version, path, isSilent: values.length === 0 }
        : { kind: 'resolved', version, path, search, link };
    },
    link: (_version, path) => path,
    describe: ({ label }) => ({
      path: link,
      parameters: [
        {
          name,
          in: 'header',
          required: options.pinned !== label,
          description: 'The version that the request is meant for.',
          schema: Type.Literal(label, { default: label }),
        },
      ],
    }),
  };
}

function link(path: string): string {
  return path;
}
