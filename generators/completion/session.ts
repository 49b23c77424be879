import { failureLines } from '../command/failure.ts';
import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { usage } from '../command/usage.ts';
import { completionHelp } from './help.ts';
import { isShell, scripts } from './scripts.ts';
import { wordsFor } from './words.ts';

/** One run of `completion` in this process: from the arguments after that word to the exit status. */
export async function runCompletionSession(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const [shell, ...words] = argv;
  if (shell === 'words') {
    print((await wordsFor(words, process.cwd())).map((word) => `${word}\n`).join(''));
    return 0;
  }
  if (argv.some((each) => ['--help', '-h', 'help'].includes(each))) return done(completionHelp);
  if (isShell(shell) && words.length === 0) return done(scripts[shell]);
  const failure =
    shell === undefined
      ? usage('completion', 'The shell is missing.', example)
      : usage(words[0] ?? shell, 'There are completions for bash, zsh and fish.', example);
  printError(`${failureLines(failure).join('\n')}\n`);
  return 1;
}

const example = 'Write resource-service completion bash.';
