import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { explainHelp } from './help.ts';
import { options } from './options.ts';
import { runExplainSession } from './session.ts';

/** The command `explain`. */
export class ExplainGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { key: 'a key of service.yaml' };
    super(args, given, { words, options, help: explainHelp, session: runExplainSession });
  }
}
