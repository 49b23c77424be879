import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { readImportCommandLine } from './command-line.ts';
import { importHelp } from './help.ts';
import { asJson, asText } from './report.ts';
import { runImport, type ImportOutcome } from './run.ts';

/** One run of `import` in this process: from the arguments after that word to the exit status. */
export async function runImportSession(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const reading = readImportCommandLine(argv);
  if (reading.kind === 'help') return done(importHelp);
  const outcome: ImportOutcome =
    reading.kind === 'wrong'
      ? { status: 1, isWritten: false, resources: [], findings: [], failures: reading.failures }
      : await runImport(reading.commandLine);
  if (argv.includes('--json')) print(asJson(outcome));
  else {
    const stream = outcome.status === 0 ? process.stdout : process.stderr;
    const width = stream.columns ?? (Number(process.env['COLUMNS']) || 80);
    (outcome.status === 0 ? print : printError)(asText(outcome, { width, stream }));
  }
  return outcome.status;
}
