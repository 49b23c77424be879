import { exitStatusOf } from '../command/outcome.ts';
import { endedBy } from '../command/errors.ts';
import type { CommandLine } from './command-line.ts';
import { findSource, fromAnswers } from './find-source.ts';
import type { Outcome } from './outcome.ts';
import { knownPlace } from './place.ts';
import type { Source, Sourced } from './source.ts';
import type { Tools } from './tools.ts';
import { writeService } from './write-service.ts';

/** The whole of one run. Never throws; what went wrong is in the outcome. */
export async function run(commandLine: CommandLine, tools: Tools): Promise<Outcome> {
  try {
    return await runOrThrow(commandLine, tools);
  } catch (error) {
    return endedBy(error, commandLine.destination ?? tools.cwd, tools.report.note);
  }
}

async function runOrThrow(commandLine: CommandLine, tools: Tools): Promise<Outcome> {
  return writeSourced(await findSource(commandLine, tools), commandLine, tools);
}

/** From a specification to files, as often as a person goes back to the answers. */
export async function writeSourced(
  first: Sourced,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Outcome> {
  let sourced = first;
  for (;;) {
    if ('outcome' in sourced) return sourced.outcome;
    const { source } = sourced;
    const outcome = await writeService(source, commandLine, tools);
    if (outcome === 'again' && source.origin === 'there') {
      sourced = await fromAnswers(source.destination, commandLine, tools, source.text);
    } else if (outcome === 'again') {
      const { askAgain } = await import('./ask-for-source.ts');
      sourced = await askAgain(source, knownPlace(tools.cwd, commandLine), tools);
    } else {
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
