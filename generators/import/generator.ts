import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { importHelp } from './help.ts';
import { options } from './options.ts';
import { runImportSession } from './session.ts';

/** The command `import`. */
export class ImportGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { file: 'the OpenAPI document' };
    super(args, given, { words, options, help: importHelp, session: runImportSession });
  }
}
