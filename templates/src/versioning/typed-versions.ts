import { weightedElements } from '../endpoints/header-list.ts';
import { splitUrl } from '../endpoints/request-target.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type ProblemDetails, type ProblemType } from '../errors/problem.ts';
import { BoundedMap } from '../storage/bounded-map.ts';
import {
  isUnversioned,
  type Resolution,
  type Strategy,
  type StrategyOptions,
} from './resolution.ts';
import { supported } from './unknown-version.ts';
import { isRetired, type ApiVersion } from './version.ts';

export interface TypedVersionsOptions extends StrategyOptions {
  /** Media types that anything is answered in, without a version. */
  readonly types: readonly string[];
}

/** How media types name a version. */
export interface TypeNaming {
  /** What a type says without its version, and the label: of a version or of none. Absent: it names none. */
  read(type: string, parameters: readonly string[]): NamedType;
  /** A Content-Type or media type, with the version. */
  write(label: string, contentType: string): string;
}

export interface NamedType {
  readonly label?: string;
  readonly type: string;
  readonly parameters: readonly string[];
}

interface Range extends NamedType {
  readonly quality: number;
}

/** More differing headers than clients send; and whoever makes some up makes the map no longer. */
const remembered = 1000;

/**
 * The media types of answers and bodies name the version. Of all that Accept lists the best that there is decides, as ever
 * (RFC 9110, section 12.5.1); a type without a version means the version of the body, or else the pinned one.
 */
export function typedVersions(
  { versions, pinned, types }: TypedVersionsOptions,
  naming: TypeNaming,
): Strategy {
  const rangesOf = new BoundedMap<string, readonly Range[]>(remembered);
  const parsed = (accept: string) =>
    rangesOf.getOrCreate(accept, () =>
      weightedElements(accept).map(({ value, parameters, quality }) => ({
        ...naming.read(value, parameters),
        quality,
      })),
    );

  /** Of equals the one that is named, and of those the newest. */
  function best(
    candidates: readonly ApiVersion[],
    ranges: readonly Range[],
    silent: string | undefined,
  ): ApiVersion | undefined {
    let found: ApiVersion | undefined;
    let highest = 0;
    for (const version of candidates) {
      const rank = Math.max(...types.map((type) => rankOf(type, version, ranges, silent)));
      if (rank > 0 && rank >= highest) {
        found = version;
        highest = rank;
      }
    }
    return found;
  }

  return {
    resolve({ method, target, headers }, now) {
      const [path, search] = splitUrl(target);
      if (isUnversioned(path)) return { kind: 'unversioned', path, search, link: same };
      const content = hasBody(method) ? headers['content-type'] : undefined;
      const [bodyType = '', ...bodyParameters] = (content ?? '')
        .split(';')
        .map((part) => part.trim());
      const body = naming.read(bodyType.toLowerCase(), bodyParameters);
      const bodyVersion = versions.find(({ label }) => label === body.label);
      if (body.label !== undefined && bodyVersion === undefined) {
        return refused(builtIn.unsupportedMediaType, {
          detail: ({ details }) => details.bodyType,
          members: supported(versions, now),
        });
      }
      const silent = bodyVersion?.label ?? pinned;
      const { accept } = headers;
      const ranges = parsed(accept ?? '*/*');
      const live = versions.filter((each) => !isRetired(each, now));
      const version = best(live, ranges, silent) ?? best(versions, ranges, silent);
      if (version === undefined) {
        const available = live.flatMap(({ label }) =>
          types.map((type) => naming.write(label, type)),
        );
        return refused(builtIn.notAcceptable, {
          members: { available: [...new Set(available)], ...supported(versions, now) },
        });
      }
      if (bodyVersion !== undefined && bodyVersion !== version) {
        return refused(builtIn.invalidVersion, {
          detail: ({ details }) => details.versionAmbiguous,
          members: supported(versions, now),
        });
      }
      const { label } = version;
      const plain = plainlyAsked(ranges, label);
      return {
        kind: 'resolved',
        version,
        path,
        search,
        link: same,
        headers: {
          ...(accept === undefined ? {} : { accept: withoutVersions(ranges, label) }),
          ...(body.label === undefined
            ? {}
            : { 'content-type': [body.type, ...body.parameters].join('; ') }),
        },
        contentType: (type) => (plain.has(mediaTypeOf(type)) ? type : naming.write(label, type)),
      };
    },
    link: (_version, path) => path,
    describe: ({ label }) => ({
      path: same,
      parameters: [],
      mediaType: (type) => naming.write(label, type),
    }),
  };
}

function refused(type: ProblemType, details: ProblemDetails): Resolution {
  return { kind: 'refused', problem: new Problem(type, details) };
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** Weight of a type in a version by the most specific range; half a thousandth more where the range names the version. */
function rankOf(
  type: string,
  { label }: ApiVersion,
  ranges: readonly Range[],
  silent: string | undefined,
): number {
  const matching = ['*/*', `${type.split('/', 1).join('')}/*`, type];
  let specificity = -1;
  let rank = 0;
  for (const range of ranges) {
    const isNamed = range.label === label;
    const found = matching.indexOf(range.type);
    if (found === -1 || (!isNamed && (range.label !== undefined || label !== silent))) continue;
    const precise = found * 2 + (isNamed ? 1 : 0);
    const weight = range.quality === 0 ? 0 : range.quality + (isNamed ? 0.0005 : 0);
    if (precise > specificity || (precise === specificity && weight > rank)) {
      specificity = precise;
      rank = weight;
    }
  }
  return rank;
}

/** Accept as it would be without versions, for the one that was chosen. */
function withoutVersions(ranges: readonly Range[], label: string): string {
  const named = new Set(ranges.filter((each) => each.label === label).map(({ type }) => type));
  return ranges
    .filter((each) => each.label === label || (each.label === undefined && !named.has(each.type)))
    .map(({ type, parameters, quality }) => [type, ...parameters, `q=${String(quality)}`].join(';'))
    .join(', ');
}

/** Types that a client takes as they are, without a version. */
function plainlyAsked(ranges: readonly Range[], label: string): ReadonlySet<string> {
  const named = new Set(ranges.filter((each) => each.label === label).map(({ type }) => type));
  const plain = ranges.filter((each) => each.label === undefined && !each.type.endsWith('*'));
  return new Set(plain.map(({ type }) => type).filter((type) => !named.has(type)));
}

export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1).join('').trim();
}

function same(path: string): string {
  return path;
}
