import { formatMistakes } from '../../src/specification/index.ts';
import type { PinState } from '../../src/kits/outdated.ts';
import { harmlessLines } from '../app/text.ts';
import { failureLines } from '../command/failure.ts';
import { describeKit } from './describe.ts';
import type { KitOutcome } from './run.ts';

export function asJson(outcome: KitOutcome, status: number): string {
  return `${JSON.stringify({ exitStatus: status, ...documentOf(outcome) }, null, 2)}\n`;
}

function documentOf(outcome: KitOutcome): object {
  switch (outcome.kind) {
    case 'inspected': {
      const { files: _, overlays: __, ...kit } = outcome.kit;
      return { kit, errors: [] };
    }
    case 'compared':
      return { kits: outcome.states, errors: [] };
    case 'saved':
      return { path: outcome.path, errors: [] };
    case 'failed':
      return { mistakes: outcome.mistakes, errors: outcome.failures };
  }
}

export function asText(outcome: KitOutcome): string {
  return linesOf(outcome)
    .map((line) => `${harmlessLines(line)}\n`)
    .join('');
}

function linesOf(outcome: KitOutcome): string[] {
  switch (outcome.kind) {
    case 'inspected':
      return describeKit(outcome.kit);
    case 'compared':
      return outcome.states.length === 0
        ? ['The service has no starter kit.']
        : [...outcome.states.map(stateLine), ...adviceOn(outcome.states)];
    case 'saved':
      return [
        `Written: ${outcome.path}`,
        'Read it, say what it is for (description), and raise its version with every change.',
      ];
    case 'failed':
      return [
        ...(outcome.mistakes.length > 0 ? [formatMistakes(outcome.mistakes).trimEnd()] : []),
        ...outcome.failures.flatMap(failureLines),
      ];
  }
}

function stateLine({ kit, pinned, available, state, change, problem }: PinState): string {
  switch (state) {
    case 'current':
      return `${kit} ${pinned} is current.`;
    case 'outdated':
      return `${kit} ${pinned} -> ${available} (${change})`;
    case 'changed':
      return `${kit} ${pinned} has another text than the one that was pinned.`;
    case 'missing':
      return `${kit} ${pinned} is not compared: ${problem}.`;
  }
}

function adviceOn(states: readonly PinState[]): string[] {
  return states.some(({ state }) => state === 'outdated')
    ? ['resource-service kit upgrade takes what is there, and regenerates.']
    : [];
}
