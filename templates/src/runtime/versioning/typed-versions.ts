import { weightedElements } from '../endpoints/header-list.ts';
import { splitUrl } from '../endpoints/request-target.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type ProblemDetails, type ProblemType } from '../errors/problem.ts';
import { BoundedMap } from '../storage/bounded-map.ts';
import { stateOf } from './lifecycle.ts';
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
  /** Whether nothing that it permits has a type that names a version: pages for people, and streams. */
  readonly isNameless: boolean;
}

/** What a range means that names no version. */
type Implied = (range: Range) => string | undefined;

const page = 'text/html';

/** More distinct headers than clients send. It bounds the map, whatever an attacker sends. */
const remembered = 1000;

/**
 * The media types of answers and bodies name the version. Of all that Accept lists the best that there is decides, as ever
 * (RFC 9110, section 12.5.1); a type without a version means the version of the body, or else the pinned one. A client that
 * wants what no type with a version names, such as a page, names its version by any other type beside it. Browsers cannot:
 * where no version is pinned, a page is that of the newest one.
 */
export function typedVersions(
  { versions, pinned, types }: TypedVersionsOptions,
  naming: TypeNaming,
): Strategy {
  const nameless = new Set(types.filter((type) => naming.write('', type) === type));
  const rangesOf = new BoundedMap<string, readonly Range[]>(remembered);
  const parsed = (accept: string) =>
    rangesOf.getOrCreate(accept, () =>
      weightedElements(accept).map(({ value, parameters, quality }) => {
        const range = naming.read(value, parameters);
        const permitted = types.filter((type) => rangesFor(type).includes(range.type));
        const isNameless = permitted.length > 0 && permitted.every((type) => nameless.has(type));
        return { ...range, quality, isNameless };
      }),
    );

  /** Of equals the one that is named, and of those the newest. */
  function best(
    candidates: readonly ApiVersion[],
    ranges: readonly Range[],
    implied: Implied,
  ): ApiVersion | undefined {
    let found: ApiVersion | undefined;
    let highest = 0;
    for (const version of candidates) {
      const rank = Math.max(...types.map((type) => rankOf(type, version, ranges, implied)));
      if (rank > 0 && rank >= highest) {
        found = version;
        highest = rank;
      }
    }
    return found;
  }

  /** One that is retired only where no other is asked for. */
  function chosen(ranges: readonly Range[], now: Date, implied: Implied): ApiVersion | undefined {
    const live = versions.filter((each) => !isRetired(each, now));
    return best(live, ranges, implied) ?? best(versions, ranges, implied);
  }

  /** The newest version that there is, for those who take a page. */
  function ofPages(ranges: readonly Range[], now: Date): ApiVersion | undefined {
    if (!types.includes(page) || !ranges.some(isPage)) return undefined;
    const live = versions.filter((each) => !isRetired(each, now));
    return live.findLast((each) => stateOf(each, now) !== 'draft') ?? live.at(-1);
  }

  return {
    isInHeaders: true,
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
        return refused(path, builtIn.unsupportedMediaType, {
          detail: ({ details }) => details.bodyType,
          members: supported(versions, now),
        });
      }
      const silent = bodyVersion?.label ?? pinned;
      const { accept } = headers;
      const ranges = parsed(accept ?? '*/*');
      // What names a version beside a page that is wanted; where none is, nothing needs it.
      const beside =
        bodyVersion === undefined && ranges.some(({ isNameless }) => isNameless)
          ? chosen(ranges, now, () => undefined)?.label
          : undefined;
      const implied: Implied = ({ isNameless }) => (isNameless ? (beside ?? silent) : silent);
      const asked = chosen(ranges, now, implied);
      const version = asked ?? ofPages(ranges, now);
      if (version === undefined) {
        const live = versions.filter((each) => !isRetired(each, now));
        const available = live.flatMap(({ label }) =>
          types.map((type) => naming.write(label, type)),
        );
        const members = { available: [...new Set(available)], ...supported(versions, now) };
        const isSilent = ranges.every((range) => range.label === undefined);
        return { ...refused(path, builtIn.notAcceptable, { members }), isSilent };
      }
      if (bodyVersion !== undefined && bodyVersion !== version) {
        return refused(path, builtIn.invalidVersion, {
          detail: ({ details }) => details.versionAmbiguous,
          members: supported(versions, now),
        });
      }
      const { label } = version;
      // Nothing but a page is of a version that nothing names; a plain type asks for nothing of other versions, a wildcard for anything.
      const permitted = ranges.filter((each) =>
        asked === undefined
          ? isPage(each)
          : (each.label ?? (each.type.endsWith('*') ? label : implied(each))) === label,
      );
      // Beside the pinned version, a type without one would be of two.
      const plain = label === pinned ? plainlyAsked(ranges, label) : none;
      return {
        kind: 'resolved',
        version,
        path,
        search,
        link: same,
        headers: {
          ...(accept === undefined ? {} : { accept: withoutVersions(permitted, label) }),
          ...(body.label === undefined
            ? {}
            : { 'content-type': [body.type, ...body.parameters].join('; ') }),
        },
        contentType: (type) => (plain.has(mediaTypeOf(type)) ? type : naming.write(label, type)),
      };
    },
    link: (_version, path) => path,
    describe: ({ label }) => {
      const named = (type: string) => naming.write(label, type);
      const either = (type: string) => [...new Set([named(type), type])];
      return {
        path: same,
        parameters: [],
        // Accept names the version of a body that does not.
        bodyTypes: either,
        answerTypes: label === pinned ? either : (type) => [named(type)],
      };
    },
  };
}

function refused(
  path: string,
  type: ProblemType,
  details: ProblemDetails,
): Extract<Resolution, { kind: 'refused' }> {
  return { kind: 'refused', problem: new Problem(type, details), path };
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** Weight of a type in a version by the most specific range; half a thousandth more where the range names the version. */
function rankOf(
  type: string,
  { label }: ApiVersion,
  ranges: readonly Range[],
  implied: Implied,
): number {
  const matching = rangesFor(type);
  let specificity = -1;
  let rank = 0;
  for (const range of ranges) {
    const isNamed = range.label === label;
    const found = matching.indexOf(range.type);
    if (found === -1 || (range.label ?? implied(range)) !== label) continue;
    const precise = found * 2 + (isNamed ? 1 : 0);
    const weight = range.quality === 0 ? 0 : range.quality + (isNamed ? 0.0005 : 0);
    if (precise > specificity || (precise === specificity && weight > rank)) {
      specificity = precise;
      rank = weight;
    }
  }
  return rank;
}

/** The ranges that permit a type, the most specific one last. */
function rangesFor(type: string): readonly string[] {
  return ['*/*', `${type.split('/', 1).join('')}/*`, type];
}

/** Accept as it would be without versions, for the one that was chosen. */
function withoutVersions(ranges: readonly Range[], label: string): string {
  const named = new Set(ranges.filter((each) => each.label === label).map(({ type }) => type));
  return ranges
    .filter((each) => each.label === label || (each.label === undefined && !named.has(each.type)))
    .map(({ type, parameters, quality }) => [type, ...parameters, `q=${String(quality)}`].join(';'))
    .join(', ');
}

const none: ReadonlySet<string> = new Set();

function isPage({ type, label, quality }: Range): boolean {
  return type === page && label === undefined && quality > 0;
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
