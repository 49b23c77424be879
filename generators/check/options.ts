import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  destination: { value: 'DIR', says: 'where the service is (this directory)' },
  edits: { says: 'also list what people edited, deleted or moved' },
  json: { says: 'print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

type CheckOptionName = keyof typeof list;

export const options = optionsFrom<CheckOptionName, Option>(list);
