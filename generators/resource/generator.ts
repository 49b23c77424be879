import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { resourceHelp } from './help.ts';
import { options } from './options.ts';
import { runResourceSession } from './session.ts';

/** The command `resource`. */
export class ResourceGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { name: 'name of the resource' };
    super(args, given, { words, options, help: resourceHelp, session: runResourceSession });
  }
}
