import { availableParallelism, cpus } from 'node:os';
import { median } from '../quantile.ts';
import type { Measured } from './measured.ts';
import type { Kind } from './subjects.ts';
import { targets } from './targets.ts';

/** All that was measured, round by round. */
export interface Results {
  readonly empty: readonly Measured[];
  readonly services: readonly {
    readonly resources: number;
    readonly rendered: number;
    readonly measured: Readonly<Record<Kind, readonly Measured[]>>;
  }[];
}

const titles = {
  new: 'new',
  unchanged: 'unchanged',
  changed: 'one field added',
} as const;

/** As text, each number that has a target with it. */
export function report({ empty, services }: Results): string {
  const hundred = services.find(({ resources }) => resources === 100)?.measured.new;
  return [
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${String(availableParallelism())} cores.`,
    'Medians of the ratios of each round: by processor time (by the clock). The machine counts for little in the first, and how little shows in the rounds.',
    ...busy(empty),
    `An empty generator takes ${seconds(empty)} here.`,
    ...services.flatMap(({ resources, rendered, measured }) => [
      '',
      `${String(resources)} ${resources === 1 ? 'resource' : 'resources'}; prettier alone on its ${String(rendered)} rendered files takes ${seconds(measured.prettier)}`,
      ...(['new', 'unchanged', 'changed'] as const).flatMap((kind) => {
        const own = measured[kind];
        const toEmpty = ratio(own, empty);
        const toPrettier = ratio(own, measured.prettier);
        const memory = Math.max(...own.map((each) => each.memory));
        return [
          `  ${titles[kind]}: ${seconds(own)}`,
          `    to an empty generator ${shown(toEmpty)}${verdict(toEmpty.processor, emptyTarget(kind, resources))}`,
          `    to prettier alone ${shown(toPrettier)}${verdict(toPrettier.processor, kind === 'new' && resources === 100 ? targets.toFormatting : undefined)}`,
          ...(kind === 'new' && resources === 1000 && hundred !== undefined
            ? [
                `    to a hundred resources ${shown(ratio(own, hundred))}${verdict(ratio(own, hundred).processor, targets.thousand)}`,
              ]
            : []),
          `    memory ${memory.toFixed(0)} MiB${verdict(memory, targets.memory)}`,
        ];
      }),
    ]),
    '',
  ].join('\n');
}

/** Where a process waits for half of its time, others have the processors: only ratios by processor time count then. */
function busy(empty: readonly Measured[]): string[] {
  const share = median(empty.map(({ processor, wall }) => wall / processor));
  return share < 1.5
    ? []
    : ['The machine is busy with something else: of what follows, nothing by the clock counts.'];
}

function emptyTarget(kind: Kind, resources: number): number | undefined {
  if (kind === 'new' && resources === 1) return targets.smallest;
  return kind === 'unchanged' && resources === 100 ? targets.unchanged : undefined;
}

interface Ratio {
  readonly processor: number;
  readonly wall: number;
  /** The lowest and the highest of the rounds, by processor time. */
  readonly range: readonly [number, number];
}

/** The median of the ratios, each between two runs of the same round. */
function ratio(own: readonly Measured[], others: readonly Measured[]): Ratio {
  const of = (key: 'processor' | 'wall') =>
    own.map((each, index) => each[key] / (others[index]?.[key] ?? Number.NaN));
  const processor = of('processor');
  return {
    processor: median(processor),
    wall: median(of('wall')),
    range: [Math.min(...processor), Math.max(...processor)],
  };
}

function shown({ processor, wall, range: [lowest, highest] }: Ratio): string {
  return `${processor.toFixed(2)} (${wall.toFixed(2)}), in rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
}

function seconds(measured: readonly Measured[]): string {
  const of = (key: 'processor' | 'wall') => median(measured.map((each) => each[key])).toFixed(2);
  return `${of('processor')} s of the processor (${of('wall')} s)`;
}

function verdict(value: number, target: number | undefined): string {
  if (target === undefined) return '';
  return `; target ≤ ${String(target)}: ${value <= target ? 'met' : 'missed'}`;
}
