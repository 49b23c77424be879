import type { Asking } from '../command/asking-generator.ts';
import { done, ignoreClosedPipes } from '../command/output.ts';
import { readResourceCommandLine } from './command-line.ts';
import { resourceHelp } from './help.ts';

/** One run of `resource` in this process: from the arguments after that word to the exit status. */
export async function runResourceSession(argv: readonly string[], asking: Asking): Promise<number> {
  ignoreClosedPipes();
  const reading = readResourceCommandLine(argv);
  if (reading.kind === 'help') return done(resourceHelp);
  // Loaded here, because help needs none of it.
  const { runAndReport } = await import('../app/run-and-report.ts');
  const isJson = argv.includes('--json');
  if (reading.kind === 'wrong') {
    return runAndReport({ ok: false, failures: reading.failures }, isJson, asking);
  }
  const { commandLine } = reading;
  const { runResource } = await import('./run.ts');
  const read = { ok: true as const, commandLine: commandLine.generation };
  return runAndReport(read, isJson, asking, (_, tools) => runResource(commandLine, tools));
}
