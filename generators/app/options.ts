import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  spec: { value: 'FILE', says: 'take the specification from this file' },
  destination: { value: 'DIR', says: 'where the service is or will be' },
  kit: { value: 'REF', isList: true, says: 'begin with a starter kit, add or raise one' },
  trust: { says: 'let the templates of kits make files' },
  edit: { says: 'open the nine parts of this service again' },
  yes: { short: 'y', says: 'take the defaults and ask nothing' },
  'dry-run': { says: 'show files and differences, write nothing' },
  json: { says: 'ask nothing, print one JSON document' },
  'skip-install': { says: 'do not install what the service needs' },
  'package-manager': { value: 'npm|pnpm|yarn', says: 'what installs it (npm)' },
  keep: { value: 'FILE', isList: true, says: 'decide the conflicts of FILE: as you have it' },
  take: { value: 'FILE', isList: true, says: 'the same: as it is generated' },
  drop: { value: 'FILE', isList: true, says: 'remove FILE, which is no longer generated' },
  acknowledge: {
    value: 'ID[@PATH]',
    isList: true,
    says: 'accept changes of a released version',
  },
  answer: {
    value: 'PLACE=JSON',
    isList: true,
    says: 'answer a question about rows that are there',
  },
  answers: { value: 'FILE', says: 'answer questions from a file, as below' },
  pristine: { value: 'FILE', says: 'print FILE as it was generated' },
  help: { short: 'h', says: 'show this' },
  version: { says: 'show the version of the generator' },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof list;

export const options = optionsFrom<OptionName, Option>(list);

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Commands of their own. */
export const commands: readonly string[] = [
  'resource',
  'version',
  'classify',
  'import',
  'check',
  'kit',
  'explain',
  'eject',
  'completion',
];
