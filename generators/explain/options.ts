import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  destination: { value: 'DIR', says: 'where the service is (this directory)' },
  json: { says: 'print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

type ExplainOptionName = keyof typeof list;

export const options = optionsFrom<ExplainOptionName, Option>(list);
