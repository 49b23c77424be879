import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { checkHelp } from './help.ts';
import { options } from './options.ts';
import { runCheckSession } from './session.ts';

/** The command `check`. */
export class CheckGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    super(args, given, { words: {}, options, help: checkHelp, session: runCheckSession });
  }
}
