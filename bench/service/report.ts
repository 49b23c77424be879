import { cpus } from 'node:os';
import type { Compared, Spread } from './comparison.ts';
import type { Options } from './options.ts';
import type { StartTimes } from './start-times.ts';
import { targets } from './targets.ts';

/** What was measured. Times in milliseconds, memory in MiB. */
export interface Results {
  readonly options: Options;
  readonly cores: string;
  readonly comparisons: readonly Compared[];
  readonly start: StartTimes;
  /** Undefined where the system does not tell. */
  readonly memory: { readonly idle: number; readonly underLoad: number } | undefined;
}

/** A server that had less of its core was waiting: for others on the machine, the disk, or the load generator. */
const enoughWork = 0.8;

/** As text, each number that has a target with it. */
export function report({ options, cores, comparisons, start, memory }: Results): string {
  const { seconds, connections, rows } = options;
  const processor = cpus()[0]?.model ?? 'unknown processor';
  return [
    `Node ${process.version}, ${processor}; ${cores}; request log off.`,
    `${String(rows)} rows, ${String(connections)} connections, pairs of ${String(seconds)} s each.`,
    '',
    'Requests per second, as a ratio: median ± its standard error (and the half of the pairs around it)',
    ...comparisons.map(line),
    ...(comparisons.some(({ busy = 1 }) => busy < enoughWork)
      ? [
          'Servers were kept waiting. On a busy machine the ratio by processor time is the steadier one.',
        ]
      : []),
    '',
    `start to listening: ${whole(start.service)} ms${verdict(start.service.median <= targets.start, `≤ ${String(targets.start)} ms`)}`,
    `    ${range(start.ratio)} of Fastify alone, which took ${whole(start.fastify)} ms${verdict(start.ratio.median <= targets.startToFastify, `≤ ${targets.startToFastify.toFixed(2)}`)}`,
    ...(memory === undefined
      ? ['memory: this system does not tell']
      : [
          `memory idle: ${memory.idle.toFixed(0)} MiB${verdict(memory.idle <= targets.idle, `≤ ${String(targets.idle)} MiB`)}`,
          `memory under load: ${memory.underLoad.toFixed(0)} MiB${verdict(memory.underLoad <= targets.underLoad, `≤ ${String(targets.underLoad)} MiB`)}`,
        ]),
    '',
  ].join('\n');
}

function line(compared: Compared): string {
  const { title, target, ratio, pairs, cpuRatio, perSecond, perSecondAgainst, busy } = compared;
  const isMet = target !== undefined && ratio.median >= target;
  const met = target === undefined ? '' : verdict(isMet, `≥ ${target.toFixed(2)}`);
  const cpu = cpuRatio === undefined ? '' : `, by processor time ${known(cpuRatio)}`;
  const work = busy === undefined ? '' : `, servers busy ${(busy * 100).toFixed(0)} % or more`;
  return (
    `${title}: ${range(ratio)}${met}\n` +
    `    ${String(pairs)} pairs, on this machine ${perSecond.toFixed(0)} to ${perSecondAgainst.toFixed(0)} requests/s${cpu}${work}`
  );
}

function verdict(isMet: boolean, target: string): string {
  return `; target ${target}: ${isMet ? 'met' : 'missed'}`;
}

function range(ratio: Spread): string {
  return `${known(ratio)} (${ratio.lower.toFixed(2)} to ${ratio.upper.toFixed(2)})`;
}

function known({ median, error }: Spread): string {
  return `${median.toFixed(2)} ± ${error.toFixed(2)}`;
}

function whole({ median, lower, upper }: Spread): string {
  return `${median.toFixed(0)} (${lower.toFixed(0)} to ${upper.toFixed(0)})`;
}
