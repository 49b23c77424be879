import { optionsFrom, type Option } from '../command/options.ts';

const list = {
  destination: { value: 'DIR', says: 'where the service is (this directory)' },
  name: { value: 'NAME', says: 'save: how the kit is called (as its directory)' },
  lock: { value: 'KEY=REASON', isList: true, says: 'save: lock KEY to the value that it has' },
  starter: { says: 'save: new services begin with these resources' },
  json: { says: 'print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, Option>>;

type KitOptionName = keyof typeof list;

export const options = optionsFrom<KitOptionName, Option>(list);
