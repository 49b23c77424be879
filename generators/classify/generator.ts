import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { classifyHelp } from './help.ts';
import { options } from './options.ts';
import { runClassifySession } from './session.ts';

/** The command `classify`. */
export class ClassifyGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { old: 'the specification or OpenAPI document of before', new: 'the one of now' };
    super(args, given, { words, options, help: classifyHelp, session: runClassifySession });
  }
}
