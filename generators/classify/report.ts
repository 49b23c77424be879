import { styleText } from 'node:util';
import { verdictOf, type Action, type Change } from '../../src/evolution/compare/index.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { formatMistakes, type Mistake } from '../../src/specification/index.ts';
import { harmless } from '../../src/specification/shown.ts';
import { counted, harmlessLines } from '../app/text.ts';
import { failureLines, type Failure } from '../command/failure.ts';

/** What a run of `classify` found, or why it could not compare. */
export type Classified =
  | { readonly ok: true; readonly changes: readonly Change[] }
  | {
      readonly ok: false;
      readonly mistakes: readonly Mistake[];
      readonly failures: readonly Failure[];
    };

const statuses: Readonly<Record<Action, number>> = { pass: 0, review: 1, version: 2 };
const notCompared = 3;

export function statusOf(classified: Classified): number {
  return classified.ok ? statuses[verdictOf(classified.changes)] : notCompared;
}

/** One JSON document, for programs. */
export function asJson(classified: Classified): string {
  const document = classified.ok
    ? { changes: classified.changes.map(shown), verdict: verdictOf(classified.changes) }
    : { changes: [], verdict: null, mistakes: classified.mistakes, errors: classified.failures };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The members in their order, whatever else the comparison knows. */
function shown(found: Change) {
  const { id, path, change, request, response, class: effect, action, lens, message } = found;
  return { id, path, change, request, response, class: effect, action, lens, message };
}

/** For people; lines are no longer than `width`. */
export function asText(
  classified: Classified,
  { width, stream }: { readonly width: number; readonly stream: NodeJS.WriteStream },
): string {
  const lines = classified.ok
    ? [
        ...classified.changes.flatMap((change) => [
          ...headOf(change, stream),
          ...wrap(`  ${harmlessLines(change.message)}`, width),
          '',
        ]),
        ...wrap(verdictText(classified.changes), width),
      ]
    : [
        ...formatMistakes(classified.mistakes).trimEnd().split('\n').filter(Boolean),
        ...classified.failures.flatMap(failureLines),
      ].map(harmlessLines);
  return `${lines.join('\n')}\n`;
}

const colours = { pass: 'green', review: 'yellow', version: 'red' } as const;

function headOf({ id, path, action }: Change, stream: NodeJS.WriteStream): string[] {
  const mark = styleText(colours[action], action.padEnd(7), { stream });
  return [`${mark}  ${id}  ${harmless(path)}`];
}

function verdictText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed that clients could notice.';
  const number = (action: Action) => changes.filter((change) => change.action === action).length;
  const parts = [
    [number('version'), 'for a new version'],
    [number('review'), 'to acknowledge'],
    [number('pass'), 'harmless'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${counted(changes.length, 'change')}: ${counts.join(', ')}. Verdict: ${verdictOf(changes)}.`;
}
