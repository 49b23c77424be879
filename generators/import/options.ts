import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  destination: { value: 'DIR', says: 'where service.yaml is written (this directory)' },
  'dry-run': { says: 'print service.yaml and the list, write nothing' },
  json: { says: 'print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

export const options = optionsFrom<keyof typeof list, Option>(list);
