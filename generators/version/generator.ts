import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { versionHelp } from './help.ts';
import { options } from './options.ts';
import { runVersionSession } from './session.ts';

/** The command `version`. */
export class VersionGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { command: 'what to do', label: 'with which version' };
    super(args, given, { words, options, help: versionHelp, session: runVersionSession });
  }
}
