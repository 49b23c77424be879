import type { CheckResult } from '../../src/check/index.ts';
import { counted, harmlessLines } from '../app/text.ts';
import { failureLines } from '../command/failure.ts';
import { statusOf, type CheckOutcome } from './run.ts';

/** The outcome as one JSON document; `edits` only where they were asked for. */
export function asJson(outcome: CheckOutcome): string {
  const status = statusOf(outcome);
  const document =
    outcome.kind === 'failed'
      ? { exitStatus: status, findings: [], errors: outcome.failures }
      : {
          exitStatus: status,
          findings: outcome.result.findings,
          ...(outcome.showsEdits ? { edits: outcome.result.edits } : {}),
          ...(outcome.result.reminders === undefined
            ? {}
            : { reminders: outcome.result.reminders }),
          errors: [],
        };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The outcome for people: a line for each finding and edit, and a summary. */
export function asText(outcome: CheckOutcome): string {
  const lines =
    outcome.kind === 'failed'
      ? outcome.failures.flatMap(failureLines)
      : [
          ...outcome.result.findings.map(({ where, message }) => `${where}: ${message}`),
          summaryOf(outcome.result),
          ...reminderLines(outcome.result),
          ...(outcome.showsEdits ? editLines(outcome.result) : []),
        ];
  return lines.map((line) => `${harmlessLines(line)}\n`).join('');
}

function summaryOf({ status, findings }: CheckResult): string {
  if (status === 0) return 'The service is what its service.yaml generates.';
  const count = counted(findings.length, 'finding');
  return status === 1
    ? `${count}. Run resource-service and commit what it writes.`
    : `${count}. Put them right before the service is generated again.`;
}

/** What is not wrong, and waits for a person. */
function reminderLines({ reminders = [] }: CheckResult): string[] {
  if (reminders.length === 0) return [];
  const shown = reminders.map(({ where, message }) => `  ${where}: ${message}`);
  return ['', `Deprecated features past their sunset (${reminders.length})`, ...shown];
}

function editLines({ edits }: CheckResult): string[] {
  if (edits.length === 0) return ['', 'No generated file has been edited, deleted or moved.'];
  const shown = edits.map(({ path, what, similar }) => {
    const moved = similar === undefined ? '' : `; perhaps moved to ${similar}`;
    return `  ${path}: ${what}${moved}`;
  });
  return ['', `By hand (${edits.length})`, ...shown];
}
