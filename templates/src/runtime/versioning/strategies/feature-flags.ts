import { splitUrl } from '../../endpoints/request-target.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { Type } from '../../resources/type.ts';
import { withParameter, withoutParameter } from '../query-parameter.ts';
import { isUnversioned, type Strategy } from '../resolution.ts';
import type { ApiVersion } from '../version.ts';

/** A change of the interface that clients ask for by name. */
export interface Feature {
  readonly name: string;
  /** Graduated: it is on for every client, and naming it has no effect. Withdrawn: no client can turn it on. */
  readonly state: 'active' | 'graduated' | 'withdrawn';
  /** What has to be asked for along with it. */
  readonly requires: readonly string[];
  /** What cannot be asked for along with it; it holds both ways. */
  readonly conflicts: readonly string[];
}

export interface FeatureOptions {
  /** The one that all features change. */
  readonly versions: readonly ApiVersion[];
  /** In the order in which they are applied. */
  readonly features: readonly Feature[];
}

const parameter = 'features';

/**
 * Clients ask for changes by name: `?features=split-name`, `X-API-Features: split-name`, or both, which adds up. Their
 * order does not matter, nor how often one is named. Without any, everything is as it was at first.
 */
export function featureFlags({ versions, features }: FeatureOptions): Strategy {
  const [version] = versions;
  const known = new Map(features.map((feature) => [feature.name, feature]));
  return {
    resolve({ target, headers }) {
      const [path, search] = splitUrl(target);
      if (version === undefined || isUnversioned(path)) {
        return { kind: 'unversioned', path, search, link: same };
      }
      const { values, rest } = withoutParameter(search, parameter);
      const inQuery = namesIn(values);
      const asked = new Set([...inQuery, ...namesIn([headers['x-api-features'] ?? []].flat())]);
      const problem = refusal(known, asked);
      if (problem !== undefined) return { kind: 'refused', problem, version, path };
      const active = namesOf(features.filter((each) => isGiven(each, asked)));
      const list = [...new Set(inQuery)].join(',');
      return {
        kind: 'resolved',
        version,
        features: active,
        lacks: namesOf(
          features.filter((each) => each.state !== 'graduated' && !isGiven(each, asked)),
        ),
        path,
        search: rest,
        link:
          list === ''
            ? same
            : (other) => (isUnversioned(other) ? other : withParameter(other, parameter, list)),
      };
    },
    link: (_version, path) => path,
    describe: () => ({
      path: same,
      parameters: (['query', 'header'] as const).map((place) => ({
        name: place === 'query' ? parameter : 'X-API-Features',
        in: place,
        required: false,
        description: 'Changes that the client asks for, separated by commas.',
        schema: Type.String({ maxLength: 1000, examples: [...known.keys()].slice(0, 1) }),
      })),
    }),
  };
}

function isGiven({ name, state }: Feature, asked: ReadonlySet<string>): boolean {
  return state === 'active' && asked.has(name);
}

function namesOf(features: readonly Feature[]): string[] {
  return features.map(({ name }) => name);
}

function namesIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function refusal(
  known: ReadonlyMap<string, Feature>,
  asked: ReadonlySet<string>,
): Problem | undefined {
  const names = [...known.keys()];
  const invalid = (reason: 'featureUnknown' | 'featureMissing' | 'featureConflict') =>
    new Problem(builtIn.invalidFeatures, {
      detail: ({ details }) => details[reason],
      members: {
        supportedFeatures: names.filter((name) => known.get(name)?.state !== 'withdrawn'),
      },
    });
  const found = [...asked].flatMap((name) => known.get(name) ?? []);
  if (found.length < asked.size) return invalid('featureUnknown');
  if (found.some(({ state }) => state === 'withdrawn')) {
    return new Problem(builtIn.featureWithdrawn, {
      members: {
        withdrawn: found.filter(({ state }) => state === 'withdrawn').map(({ name }) => name),
      },
    });
  }
  const isThere = (name: string) => asked.has(name) || known.get(name)?.state === 'graduated';
  const active = found.filter(({ state }) => state === 'active');
  if (!active.every(({ requires }) => requires.every(isThere))) return invalid('featureMissing');
  const isActive = (name: string) => active.some((feature) => feature.name === name);
  return active.some(({ conflicts }) => conflicts.some(isActive))
    ? invalid('featureConflict')
    : undefined;
}

function same(path: string): string {
  return path;
}
