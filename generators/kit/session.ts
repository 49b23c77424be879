import type { Asking } from '../command/asking-generator.ts';
import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { readKitCommandLine } from './command-line.ts';
import { kitHelp } from './help.ts';
import { asJson, asText } from './report.ts';
import { runKit, statusOf, type KitOutcome } from './run.ts';
import { readUpgrade } from './upgrade.ts';

/** One run of `kit` in this process: from the arguments after that word to the exit status. */
export async function runKitSession(argv: readonly string[], asking: Asking): Promise<number> {
  ignoreClosedPipes();
  const reading = readKitCommandLine(argv);
  if (reading.kind === 'help') return done(kitHelp);
  const isJson = argv.includes('--json');
  if (reading.kind === 'upgrade') {
    const { runAndReport } = await import('../app/run-and-report.ts');
    return runAndReport(await readUpgrade(reading.argv, process.cwd()), isJson, asking);
  }
  const outcome: KitOutcome =
    reading.kind === 'wrong'
      ? { kind: 'failed', failures: reading.failures, mistakes: [] }
      : await runKit(reading.commandLine, process.cwd());
  const status = statusOf(outcome, argv[0] === 'outdated');
  if (isJson) print(asJson(outcome, status));
  else (outcome.kind === 'failed' ? printError : print)(asText(outcome));
  return status;
}
