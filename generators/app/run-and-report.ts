import { resolve } from 'node:path';
import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { askOn } from '../../src/questionnaire/index.ts';
import type { Asking } from '../command/asking-generator.ts';
import type { Interruptions } from '../command/interruptions.ts';
import { exitStatusOf } from '../command/outcome.ts';
import { print, printError } from '../command/output.ts';
import { withSignals } from '../command/signals.ts';
import type { readCommandLine } from './command-line.ts';
import { unknownAcknowledgements } from './acknowledged.ts';
import { checkTypes } from './check-types.ts';
import { editText } from './edit-text.ts';
import { install } from './install.ts';
import type { Outcome } from './outcome.ts';
import { reportAsJson } from './report-json.ts';
import { reportAsText } from './report-text.ts';
import { run } from './run.ts';
import { showPristine } from './show-pristine.ts';

/** Runs what the arguments ask for and reports it. Everything that is global is touched here. */
export async function runAndReport(
  read: ReturnType<typeof readCommandLine>,
  isJson: boolean,
  { prompt, left }: Asking,
  runner: typeof run = run,
): Promise<number> {
  const report = isJson
    ? reportAsJson({ out: print })
    : reportAsText({ out: print, err: printError }, process.cwd());
  const end = (outcome: Outcome): number => {
    report.end(outcome);
    return exitStatusOf(outcome);
  };
  if (!read.ok) return end({ result: 'usage', failures: read.failures });
  const failures = await unknownAcknowledgements(read.commandLine.acknowledge);
  if (failures.length > 0) return end({ result: 'usage', failures });
  const { pristine, destination = '.' } = read.commandLine;
  if (pristine !== undefined) {
    return end(await showPristine(pristine, resolve(destination), { print, note: report.note }));
  }

  const work = async (interruptions: Interruptions): Promise<number> => {
    const outcome = await runner(read.commandLine, {
      core: { planService, recover, applyPlan },
      ask: askOn({ prompt, print, columns: () => process.stdout.columns }),
      report,
      interruptions,
      install,
      checkTypes,
      editText,
      cwd: process.cwd(),
      isTerminal: process.stdin.isTTY && process.stdout.isTTY,
    });
    return end(outcome);
  };
  return withSignals(work, { left, stopped: () => end({ result: 'interrupted' }) });
}
