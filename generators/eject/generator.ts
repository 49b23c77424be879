import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { ejectHelp } from './help.ts';
import { options } from './options.ts';
import { runEjectSession } from './session.ts';

/** The command `eject`. */
export class EjectGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    super(args, given, { words: {}, options, help: ejectHelp, session: runEjectSession });
  }
}
