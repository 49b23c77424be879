import Generator, { type BaseOptions } from 'yeoman-generator';
import type { Question } from '../../src/questionnaire/index.ts';
import { helpText } from './help.ts';
import { optionNames, optionOf } from './options.ts';
import { Interrupted } from './outcome.ts';
import { runSession } from './session.ts';
import { argvOf } from './yeoman-arguments.ts';

/**
 * The generator as Yeoman sees it. It only asks through Yeoman: nothing passes its file system in memory, its conflict check
 * or its installation, because a plan shows and writes all files or none.
 */
export class ResourceService extends Generator {
  readonly #argv: readonly string[];

  constructor(args: string[], options: BaseOptions) {
    super(args, options, { tasksMatchingPriority: true });
    this.#argv = argvOf(args, options);
    this.argument('name', { type: String, required: false, description: 'name of a new service' });
    for (const name of optionNames) {
      const { value, short, says } = optionOf(name);
      const type = value === undefined ? Boolean : String;
      this.option(name, {
        type,
        description: says,
        ...(short === undefined ? {} : { alias: short }),
      });
    }
  }

  /** Yeoman would read the `package.json` of the directory for it, and throw where that is broken. */
  override determineAppname(): string {
    return '';
  }

  override help(): string {
    return helpText;
  }

  async prompting(): Promise<void> {
    const status = await runSession(this.#argv, (questions) => this.#ask(questions));
    process.exitCode = status;
    // Yeoman's adapter takes a question that was left for an error of its own, and would report it.
    if (status === 130) process.exit();
  }

  async #ask(questions: readonly Question[]): Promise<Readonly<Record<string, unknown>>> {
    try {
      return await this.prompt([...questions]);
    } catch (error) {
      if (error instanceof Error && /^(Exit|Abort|Cancel)Prompt/.test(error.name)) {
        throw new Interrupted();
      }
      throw error;
    }
  }
}
