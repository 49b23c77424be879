import type { Asking } from '../command/asking-generator.ts';
import { done, ignoreClosedPipes } from '../command/output.ts';
import { readEjectCommandLine } from './command-line.ts';
import { ejectHelp } from './help.ts';

/** One run of `eject` in this process: from the arguments after that word to the exit status. */
export async function runEjectSession(argv: readonly string[], asking: Asking): Promise<number> {
  ignoreClosedPipes();
  const reading = readEjectCommandLine(argv);
  if (reading.kind === 'help') return done(ejectHelp);
  // Loaded here, because help needs none of it.
  const { runAndReport } = await import('../app/run-and-report.ts');
  const read =
    reading.kind === 'read'
      ? { ok: true as const, commandLine: reading.commandLine }
      : { ok: false as const, failures: reading.failures };
  return runAndReport(read, argv.includes('--json'), asking);
}
