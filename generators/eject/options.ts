import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  destination: { value: 'DIR', says: 'where the service is (this directory)' },
  yes: { short: 'y', says: 'ask nothing' },
  'dry-run': { says: 'show files and differences, write nothing' },
  json: { says: 'ask nothing, print one JSON document' },
  keep: { value: 'FILE', isList: true, says: 'decide the conflicts of FILE: as you have it' },
  take: { value: 'FILE', isList: true, says: 'the same: as it is generated' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

type EjectOptionName = keyof typeof list;

export const options = optionsFrom<EjectOptionName, Option>(list);
