import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  json: { says: 'print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

export const options = optionsFrom<keyof typeof list, Option>(list);
