import Generator, { type BaseOptions } from 'yeoman-generator';
import type { Question } from '../../src/questionnaire/index.ts';
import { isLeaving } from '../app/leaving.ts';
import { Interrupted } from '../app/outcome.ts';
import { argvOf } from '../app/yeoman-arguments.ts';
import { versionHelp } from './help.ts';
import { isOptionName, optionNames, optionOf } from './options.ts';
import { runVersionSession } from './session.ts';

/** The command `version` as Yeoman sees it; like the other generator it only asks through Yeoman. */
export class VersionGenerator extends Generator {
  readonly #argv: readonly string[];

  constructor(args: string[], options: BaseOptions) {
    // Yeoman reads package.json and .yo-rc.json of its destination, which may be broken and are no business of ours.
    const elsewhere = { destinationRoot: import.meta.dirname, skipGlobalConfig: true };
    super(args, { ...options, ...elsewhere }, { tasksMatchingPriority: true });
    this.#argv = argvOf(args, options, {
      has: isOptionName,
      isSwitch: (name) => isOptionName(name) && optionOf(name).value === undefined,
    });
    this.argument('command', { type: String, required: false, description: 'what to do' });
    this.argument('label', { type: String, required: false, description: 'with which version' });
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
    return versionHelp;
  }

  async prompting(): Promise<void> {
    process.exitCode = await runVersionSession(this.#argv, {
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
