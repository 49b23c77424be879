import { median, quantile } from '../quantile.ts';
import { measure, type Leg, type Measured } from './load.ts';
import type { Options } from './options.ts';

/** Two servers, or two kinds of requests to one, of which the second is the measure of the first. */
export interface Comparison {
  readonly title: string;
  readonly leg: Leg;
  readonly against: Leg;
  /** The least ratio that is good enough; absent where it is only to be known. */
  readonly target?: number;
  /** Absent: as many as all others have. */
  readonly connections?: number;
}

export interface Compared {
  readonly title: string;
  readonly target?: number;
  readonly ratio: Spread;
  /** How many pairs it took. */
  readonly pairs: number;
  /** The inverse ratio of processor time for one request: without the waits that both have in common. */
  readonly cpuRatio: Spread | undefined;
  readonly perSecond: number;
  readonly perSecondAgainst: number;
  /** The least share of time in which a server was at work: far below 1, something else was the limit. */
  readonly busy: number | undefined;
}

export interface Spread {
  readonly median: number;
  /** How far the median of as many others would be from this one: its standard error. */
  readonly error: number;
  /** Quartiles. */
  readonly lower: number;
  readonly upper: number;
}

/** A twentieth has to stand out from nothing. */
const tolerance = 0.01;

/**
 * Measures pairs whose order alternates, A B B A …, so that what changes slowly on the machine meets both alike. A ratio
 * that has a target takes as many as it needs: on a busy machine sixty leave about as much open as the target forgives.
 * What decides is how far they are apart, and never which side of the target they are on.
 */
export async function compare(
  { title, leg, against, target, connections: own }: Comparison,
  { rounds, seconds, connections: usual }: Options,
): Promise<Compared> {
  const connections = own ?? usual;
  // Until the code of both is compiled.
  for (const each of [leg, against]) await measure(each, { seconds: 3, connections });
  const pairs: { readonly ours: Measured; readonly theirs: Measured }[] = [];
  const ratioOf = () => spread(pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
  const least = target === undefined ? rounds.few : rounds.least;
  const isKnown = () => target === undefined || ratioOf().error <= tolerance;
  for (let round = 0; round < rounds.most; round += 1) {
    if (round >= least && isKnown()) break;
    const isTurned = round % 2 === 1;
    const first = await measure(isTurned ? against : leg, { seconds, connections });
    const second = await measure(isTurned ? leg : against, { seconds, connections });
    pairs.push(isTurned ? { ours: second, theirs: first } : { ours: first, theirs: second });
  }
  const cpu = pairs.flatMap(({ ours, theirs }) =>
    ours.cpu === undefined || theirs.cpu === undefined ? [] : [theirs.cpu / ours.cpu],
  );
  const busy = pairs.flatMap(({ ours, theirs }) => [ours.busy ?? [], theirs.busy ?? []].flat());
  return {
    title,
    ...(target === undefined ? {} : { target }),
    ratio: ratioOf(),
    pairs: pairs.length,
    cpuRatio: cpu.length === 0 ? undefined : spread(cpu),
    perSecond: median(pairs.map(({ ours }) => ours.perSecond)),
    perSecondAgainst: median(pairs.map(({ theirs }) => theirs.perSecond)),
    busy: busy.length === 0 ? undefined : Math.min(...busy),
  };
}

/** The error is that of a normal distribution with these quartiles, which slow slices do not widen. */
export function spread(values: readonly number[]): Spread {
  const lower = quantile(values, 0.25);
  const upper = quantile(values, 0.75);
  const deviation = (upper - lower) / 1.349;
  return {
    median: median(values),
    error: (deviation * Math.sqrt(Math.PI / 2)) / Math.sqrt(values.length),
    lower,
    upper,
  };
}
