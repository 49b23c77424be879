import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { readCheckCommandLine } from './command-line.ts';
import { checkHelp } from './help.ts';
import { asJson, asText } from './report.ts';
import { runCheck, statusOf, type CheckOutcome } from './run.ts';

/** One run of `check` in this process: from the arguments after that word to the exit status. */
export async function runCheckSession(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const reading = readCheckCommandLine(argv);
  if (reading.kind === 'help') return done(checkHelp);
  const outcome: CheckOutcome =
    reading.kind === 'wrong'
      ? { kind: 'failed', failures: reading.failures }
      : await runCheck(reading.commandLine, process.cwd());
  if (argv.includes('--json')) print(asJson(outcome));
  else (outcome.kind === 'checked' ? print : printError)(asText(outcome));
  return statusOf(outcome);
}
