import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { askOn } from '../../src/questionnaire/index.ts';
import { packageVersion } from '../../src/rendering/package-root.ts';
import type { Asking } from '../command/asking-generator.ts';
import type { Interruptions } from '../command/interruptions.ts';
import { exitStatusOf } from '../command/outcome.ts';
import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { watched } from '../command/watched.ts';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';
import { install } from './install.ts';
import type { Outcome } from './outcome.ts';
import { reportAsJson } from './report-json.ts';
import { reportAsText } from './report-text.ts';
import { run } from './run.ts';

/** One run in this process: from arguments to the exit status. Everything that is global is touched here. */
export async function runSession(
  argv: readonly string[],
  { prompt, left }: Asking,
): Promise<number> {
  ignoreClosedPipes();
  const read = readCommandLine(argv);
  const report = argv.includes('--json')
    ? reportAsJson({ out: print })
    : reportAsText({ out: print, err: printError }, process.cwd());
  const end = (outcome: Outcome): number => {
    report.end(outcome);
    return exitStatusOf(outcome);
  };
  if (!read.ok) return end({ result: 'usage', failures: read.failures });
  const { commandLine } = read;
  if (commandLine.help) return done(helpText);
  if (commandLine.version) return done(`${packageVersion()}\n`);

  const work = async (interruptions: Interruptions): Promise<number> => {
    const outcome = await run(commandLine, {
      core: { planService, recover, applyPlan },
      ask: askOn({ prompt, print, columns: () => process.stdout.columns }),
      report,
      interruptions,
      install,
      cwd: process.cwd(),
      isTerminal: process.stdin.isTTY && process.stdout.isTTY,
    });
    return end(outcome);
  };
  return watched(work, { left, stopped: () => end({ result: 'interrupted' }) });
}
