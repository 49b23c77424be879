import { optionsFrom, type Option } from '../command/options.ts';
import { subcommands, type Subcommand } from './subcommands.ts';

export interface VersionOption extends Option {
  /** Absent: every subcommand has it. */
  readonly of?: readonly Subcommand[];
}

const list = {
  sunset: {
    value: 'DATE',
    of: ['deprecate', 'reprieve'],
    says: 'answers 410 from then on',
  },
  announce: {
    value: 'DATE',
    of: ['deprecate'],
    says: 'the day it is made known (today)',
  },
  guide: { value: 'URL', of: ['deprecate'], says: 'a page that tells how to leave it' },
  brownouts: {
    of: ['limit'],
    says: 'for 1 h, 4 h and a day (the default)',
  },
  'read-only': { value: 'DATE', of: ['limit'], says: 'refuse writes from that day on' },
  quota: {
    value: 'N/TIME[@DATE]',
    of: ['limit'],
    says: 'less for each client, as 20/60s',
  },
  withdraw: {
    value: 'OPERATION@DATE',
    of: ['limit'],
    isList: true,
    says: 'an operation, as order.delete',
  },
  close: { value: 'DATE', of: ['limit'], says: 'take no new clients from that day on' },
  exempt: {
    value: 'CLIENT@DATE',
    of: ['limit'],
    isList: true,
    says: 'limit a client in nothing until that day',
  },
  contract: { of: ['sunset'], says: 'give up what only this version needed' },
  with: {
    value: 'RESOURCE.FIELD',
    of: ['extend'],
    isList: true,
    says: 'a field that it gets, as person.nickname',
  },
  filter: {
    value: 'RESOURCE.FIELD',
    of: ['extend'],
    isList: true,
    says: 'a field to filter its lists by',
  },
  sort: {
    value: 'RESOURCE.FIELD',
    of: ['extend'],
    isList: true,
    says: 'a field to sort its lists by',
  },
  next: { value: 'LABEL', of: ['release'], says: 'open a draft of the version after it' },
  answer: {
    value: 'PLACE=JSON',
    of: ['release', 'draft'],
    isList: true,
    says: 'answer a question about the step',
  },
  answers: { value: 'FILE', of: ['release', 'draft'], says: 'the same, from a file, as below' },
  reason: {
    value: 'RULE:TEXT',
    of: ['release', 'deprecate', 'limit', 'reprieve', 'sunset'],
    isList: true,
    says: 'set a rule of the policy aside; say why',
  },
  on: { value: 'DATE', says: 'the day that counts as today' },
  destination: { value: 'DIR', says: 'where the service is (this directory)' },
  yes: { short: 'y', says: 'ask nothing' },
  'dry-run': { says: 'show what would change, write nothing' },
  json: { says: 'ask nothing, print one JSON document' },
  help: { short: 'h', says: 'show this' },
} as const satisfies Readonly<Record<string, VersionOption>>;

export type VersionOptionName = keyof typeof list;

export const options = optionsFrom<VersionOptionName, VersionOption>(list);

/** Whether a subcommand has the option. */
export function offers(subcommand: Subcommand, name: VersionOptionName): boolean {
  const { of = subcommands } = options.get(name);
  return of.includes(subcommand);
}
