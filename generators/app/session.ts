import { packageVersion } from '../../src/rendering/package-root.ts';
import type { Asking } from '../command/asking-generator.ts';
import { done, ignoreClosedPipes } from '../command/output.ts';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';

/** One run in this process: from arguments to the exit status. */
export async function runSession(argv: readonly string[], asking: Asking): Promise<number> {
  ignoreClosedPipes();
  const read = readCommandLine(argv);
  if (read.ok && read.commandLine.help) return done(helpText);
  if (read.ok && read.commandLine.version) return done(`${packageVersion()}\n`);
  // Loaded here, because help and the version need none of it.
  const { runAndReport } = await import('./run-and-report.ts');
  return runAndReport(read, argv.includes('--json'), asking);
}
