import type { BaseOptions } from 'yeoman-generator';
import { options as appOptions } from '../app/options.ts';
import { AskingGenerator } from '../command/asking-generator.ts';
import { optionsFrom, type Option } from '../command/options.ts';
import { kitHelp } from './help.ts';
import { options as kitOptions } from './options.ts';
import { runKitSession } from './session.ts';

/** An upgrade is a generation, and takes its options. */
const options = optionsFrom<string, Option>({
  ...Object.fromEntries(appOptions.names.map((name) => [name, appOptions.get(name)])),
  ...Object.fromEntries(kitOptions.names.map((name) => [name, kitOptions.get(name)])),
});

/** The command `kit`. */
export class KitGenerator extends AskingGenerator {
  constructor(args: string[], given: BaseOptions) {
    const words = { command: 'inspect, outdated, upgrade or save', which: 'a kit or a directory' };
    super(args, given, { words, options, help: kitHelp, session: runKitSession });
  }
}
