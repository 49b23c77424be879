import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { askOn } from '../../src/questionnaire/index.ts';
import type { Asking } from '../command/asking-generator.ts';
import type { Interruptions } from '../command/interruptions.ts';
import { exitStatusOf } from '../command/outcome.ts';
import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { withSignals } from '../command/signals.ts';
import { readVersionCommandLine } from './command-line.ts';
import { versionHelpOf } from './help.ts';
import type { VersionOutcome } from './outcome.ts';
import { asJson, asText } from './report.ts';
import { runFreeze } from './run-freeze.ts';
import { runProofs } from './run-proofs.ts';
import { runVersion } from './run.ts';

/** One run of `version` in this process: from the arguments after that word to the exit status. */
export async function runVersionSession(
  argv: readonly string[],
  { prompt, left }: Asking,
): Promise<number> {
  ignoreClosedPipes();
  const isJson = argv.includes('--json');
  const show = (outcome: VersionOutcome): void => {
    const isGood = exitStatusOf(outcome) === 0;
    const stream = isGood ? process.stdout : process.stderr;
    const width = stream.columns ?? (Number(process.env['COLUMNS']) || 80);
    const text = asText(outcome, { cwd: process.cwd(), width, stream });
    (isGood ? print : printError)(text);
  };
  const end = (outcome: VersionOutcome): number => {
    if (isJson) print(asJson(outcome));
    else show(outcome);
    return exitStatusOf(outcome);
  };
  const reading = readVersionCommandLine(argv);
  if (reading.kind === 'help') return done(versionHelpOf(reading.about));
  if (reading.kind === 'wrong') return end({ result: 'usage', failures: reading.failures });

  const work = async (interruptions: Interruptions): Promise<number> => {
    const outcome = await runVersion(reading.commandLine, {
      core: { planService, recover, applyPlan },
      ask: askOn({ prompt, print, columns: () => process.stdout.columns }),
      interruptions,
      freeze: runFreeze,
      prove: runProofs,
      now: Date.now,
      show,
      note: (text) => (isJson ? undefined : printError(`${text}\n`)),
      cwd: process.cwd(),
      isTerminal: process.stdin.isTTY && process.stdout.isTTY,
    });
    return end(outcome);
  };
  return withSignals(work, { left, stopped: () => end({ result: 'interrupted' }) });
}
