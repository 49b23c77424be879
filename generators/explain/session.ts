import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { readExplainCommandLine } from './command-line.ts';
import { explainHelp } from './help.ts';
import { asJson, asText } from './report.ts';
import { runExplain, statusOf, type ExplainOutcome } from './run.ts';

/** One run of `explain` in this process: from the arguments after that word to the exit status. */
export async function runExplainSession(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const reading = readExplainCommandLine(argv);
  if (reading.kind === 'help') return done(explainHelp);
  const outcome: ExplainOutcome =
    reading.kind === 'wrong'
      ? { kind: 'failed', failures: reading.failures, mistakes: [] }
      : await runExplain(reading.commandLine, process.cwd());
  if (argv.includes('--json')) print(asJson(outcome));
  else {
    const text = asText(outcome, process.stdout.columns ?? 80);
    (outcome.kind === 'explained' ? print : printError)(text);
  }
  return statusOf(outcome);
}
