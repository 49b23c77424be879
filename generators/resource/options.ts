import { options as appOptions, type OptionName } from '../app/options.ts';
import { optionsFrom, type Option } from '../command/options.ts';

/** Options of a generation, which follows. */
const shared = [
  'destination',
  'yes',
  'dry-run',
  'json',
  'skip-install',
  'package-manager',
  'trust',
  'acknowledge',
  'answer',
  'answers',
  'help',
] as const satisfies readonly OptionName[];

const own: Readonly<Record<string, Option>> = {
  parent: { value: 'NAME', says: 'the resource that it belongs to' },
};

export const options = optionsFrom<string, Option>({
  ...own,
  ...Object.fromEntries(shared.map((name) => [name, appOptions.get(name)])),
});
