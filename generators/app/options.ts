import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  spec: { value: 'FILE', says: 'take the specification from this file' },
  destination: { value: 'DIR', says: 'where the service is or will be' },
  yes: { short: 'y', says: 'take the defaults and ask nothing' },
  'dry-run': { says: 'show files and differences, write nothing' },
  json: { says: 'ask nothing, print one JSON document' },
  'skip-install': { says: 'do not install what the service needs' },
  'package-manager': { value: 'npm|pnpm|yarn', says: 'what installs it (npm)' },
  pristine: { value: 'FILE', says: 'print FILE as it was generated' },
  help: { short: 'h', says: 'show this' },
  version: { says: 'show the version of the generator' },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof list;

export const options = optionsFrom<OptionName, Option>(list);

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Commands to come: none of them may become the name of a service by accident. */
export const laterCommands: readonly string[] = [
  'resource',
  'check',
  'classify',
  'import',
  'kit',
  'eject',
  'explain',
];
