import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import type { Ask } from '../../src/questionnaire/index.ts';
import { packageVersion } from '../../src/rendering/package-root.ts';
import { readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';
import { install } from './install.ts';
import { watchInterruptions } from './interruptions.ts';
import { isLeaving } from './leaving.ts';
import { exitStatusOf, type Outcome } from './outcome.ts';
import { done, ignoreClosedPipes, print, printError, showCursor } from './output.ts';
import { reportAsJson } from './report-json.ts';
import { reportAsText } from './report-text.ts';
import { run } from './run.ts';

/** How Yeoman asks. */
export interface Asking {
  readonly prompt: Ask['prompt'];
  /** Aborts when a question is left; others that listen report that as an error of theirs a moment later. */
  readonly left?: AbortSignal | undefined;
}

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

  const stop = (): never => {
    if (process.stderr.isTTY) printError(showCursor);
    return process.exit(end({ result: 'interrupted' }));
  };
  const interruptions = watchInterruptions(stop);
  // Where input ends, a question is never answered, and nothing is left that Node would wait for.
  process.once('beforeExit', stop);
  const onLeft = (): void => {
    if (isLeaving(left?.reason)) stop();
  };
  left?.addEventListener('abort', onLeft);
  try {
    const outcome = await run(commandLine, {
      core: { planService, recover, applyPlan },
      ask: { prompt, say: (text) => print(`${text}\n`) },
      report,
      interruptions,
      install,
      cwd: process.cwd(),
      isTerminal: process.stdin.isTTY && process.stdout.isTTY,
    });
    return end(outcome);
  } finally {
    interruptions.stop();
    process.off('beforeExit', stop);
    left?.removeEventListener('abort', onLeft);
  }
}
