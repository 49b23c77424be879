import Generator, { type BaseOptions } from 'yeoman-generator';
import type { Question } from '../../src/questionnaire/index.ts';
import { helpText } from './help.ts';
import { isLeaving } from './leaving.ts';
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
    // Yeoman reads package.json and .yo-rc.json of its destination, which may be broken and are no business of ours.
    const elsewhere = { destinationRoot: import.meta.dirname, skipGlobalConfig: true };
    super(args, { ...options, ...elsewhere }, { tasksMatchingPriority: true });
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

  override help(): string {
    return helpText;
  }

  async prompting(): Promise<void> {
    process.exitCode = await runSession(this.#argv, {
      prompt: (questions) => this.#ask(questions),
      left: this.env.adapter.signal,
    });
  }

  async #ask(questions: readonly Question[]): Promise<Readonly<Record<string, unknown>>> {
    try {
      return await this.prompt([...questions]);
    } catch (error) {
      throw isLeaving(error) ? new Interrupted() : error;
    }
  }
}
