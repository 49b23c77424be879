import { splitUrl } from '../../endpoints/request-target.ts';
import { Problem } from '../../errors/problem.ts';
import { Type } from '../../resources/type.ts';
import { namedVersion } from '../named-version.ts';
import { withParameter, withoutParameter } from '../query-parameter.ts';
import { isUnversioned, type Strategy, type StrategyOptions } from '../resolution.ts';

export interface QueryOptions extends StrategyOptions {
  /** Name of the parameter. */
  readonly parameter: 'version' | 'api-version';
}

/**
 * A query parameter names the version: `/orders?version=4`. It is taken out before anybody looks at the query, and links
 * have it again, unless the request did without it.
 */
export function query({ parameter, ...options }: QueryOptions): Strategy {
  const linkTo = (label: string) => (path: string) =>
    isUnversioned(path) ? path : withParameter(path, parameter, label);
  return {
    resolve({ target }, now) {
      const [path, search] = splitUrl(target);
      if (isUnversioned(path)) return { kind: 'unversioned', path, search, link: same };
      const { values, rest } = withoutParameter(search, parameter);
      const version = namedVersion(options, values, now);
      if (version instanceof Problem) {
        return { kind: 'refused', problem: version, path, isSilent: values.length === 0 };
      }
      const link = values.length === 0 ? same : linkTo(version.label);
      return { kind: 'resolved', version, path, search: rest, link };
    },
    link: ({ label }, path) => linkTo(label)(path),
    describe: ({ label }) => ({
      path: same,
      parameters: [
        {
          name: parameter,
          in: 'query',
          required: options.pinned !== label,
          description: 'The version that the request is meant for.',
          schema: Type.Literal(label, { default: label }),
        },
      ],
    }),
  };
}

function same(path: string): string {
  return path;
}
