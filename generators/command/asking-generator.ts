import Generator, { type BaseOptions } from 'yeoman-generator';
import type { Ask, Question } from '../../src/questionnaire/index.ts';
import { isPromptCancelled } from './prompt-cancelled.ts';
import type { Options } from './options.ts';
import { Interrupted } from './outcome.ts';
import { argvOf } from './yeoman-arguments.ts';

/** How Yeoman asks. */
export interface Asking {
  readonly prompt: Ask['prompt'];
  /** Aborts when a question is left; others that listen report that as an error of theirs a moment later. */
  readonly left?: AbortSignal | undefined;
}

/** What a generator is made from. */
interface Command {
  /** What is said of its positional arguments, by name. */
  readonly words: Readonly<Record<string, string>>;
  readonly options: Options;
  readonly help: string;
  /** From the arguments to the exit status. */
  readonly session: (argv: readonly string[], asking: Asking) => Promise<number>;
}

/**
 * A command as Yeoman sees it. It only asks through Yeoman: nothing passes its file system in memory, its conflict check
 * or its installation, because a plan shows and writes all files or none.
 */
export abstract class AskingGenerator extends Generator {
  readonly #argv: readonly string[];
  readonly #command: Command;

  constructor(args: string[], given: BaseOptions, command: Command) {
    // Yeoman reads package.json and .yo-rc.json of its destination, which may be broken and are no business of ours.
    const elsewhere = { destinationRoot: import.meta.dirname, skipGlobalConfig: true };
    const features = { tasksMatchingPriority: true, inheritTasks: true };
    super(args, { ...given, ...elsewhere }, features);
    const { words, options } = command;
    this.#command = command;
    this.#argv = argvOf(args, given, options);
    for (const [word, description] of Object.entries(words)) {
      this.argument(word, { type: String, required: false, description });
    }
    for (const name of options.names) {
      const { value, short, says } = options.get(name);
      const type = value === undefined ? Boolean : String;
      this.option(name, {
        type,
        description: says,
        ...(short === undefined ? {} : { alias: short }),
      });
    }
  }

  override help(): string {
    return this.#command.help;
  }

  async prompting(): Promise<void> {
    process.exitCode = await this.#command.session(this.#argv, {
      prompt: (questions) => this.#ask(questions),
      left: this.env.adapter.signal,
    });
  }

  async #ask(questions: readonly Question[]): Promise<Readonly<Record<string, unknown>>> {
    try {
      return await this.prompt([...questions]);
    } catch (error) {
      throw isPromptCancelled(error) ? new Interrupted() : error;
    }
  }
}
