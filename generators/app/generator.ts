import type { BaseOptions } from 'yeoman-generator';
import { AskingGenerator } from '../command/asking-generator.ts';
import { helpText } from './help.ts';
import { options } from './options.ts';
import { runSession } from './session.ts';

/** The generator of services. */
export class ResourceService extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { name: 'name of a new service' };
    super(args, given, { words, options, help: helpText, session: runSession });
  }
}
