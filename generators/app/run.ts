import { askAgain } from './ask-for-source.ts';
import type { CommandLine } from './command-line.ts';
import { failureOf } from './failures.ts';
import { findSource } from './find-source.ts';
import { Interrupted, exitStatusOf, type Outcome } from './outcome.ts';
import { knownPlace } from './place.ts';
import type { Source } from './source.ts';
import type { Tools } from './tools.ts';
import { writeService } from './write-service.ts';

/** The whole of one run. Never throws; what went wrong is in the outcome. */
export async function run(commandLine: CommandLine, tools: Tools): Promise<Outcome> {
  try {
    return await runOrThrow(commandLine, tools);
  } catch (error) {
    if (error instanceof Interrupted) return { result: 'interrupted' };
    if (process.env['DEBUG'] !== undefined && error instanceof Error) {
      tools.report.note(error.stack ?? '');
    }
    return { result: 'failed', failures: [failureOf(error, commandLine.destination ?? tools.cwd)] };
  }
}

async function runOrThrow(commandLine: CommandLine, tools: Tools): Promise<Outcome> {
  let sourced = await findSource(commandLine, tools);
  for (;;) {
    if ('outcome' in sourced) return sourced.outcome;
    const { source } = sourced;
    const outcome = await writeService(source, commandLine, tools);
    if (outcome === 'again' && source.answers !== undefined) {
      sourced = await askAgain(source.answers, knownPlace(tools.cwd, commandLine), tools);
    } else if (outcome !== 'again') {
      keepAnswers(source, outcome, tools);
      return outcome;
    }
  }
}

/** Answers that did not become a service are shown, because they took their time. */
function keepAnswers({ origin, text }: Source, outcome: Outcome, { report }: Tools): void {
  if (origin !== 'answers' || exitStatusOf(outcome) === 0 || outcome.written === true) return;
  if (outcome.result !== 'refused' && outcome.result !== 'failed') return;
  report.note(`\nYour answers, to keep in a file for --spec:\n\n${text}`);
}
