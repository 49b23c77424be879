import { subcommands, type Subcommand } from './subcommands.ts';

/** An option of the command `version`. */
export interface VersionOption {
  readonly short?: string;
  /** How the value is called in the help; an option without one is a switch. */
  readonly value?: string;
  /** May be given more than once. */
  readonly isList?: boolean;
  /** Absent: every subcommand has it. */
  readonly of?: readonly Subcommand[];
  readonly says: string;
}

/** The one list from which parsing, help and Yeoman's declarations are made. */
export const options = {
  sunset: {
    value: 'DATE',
    of: ['deprecate', 'reprieve'],
    says: 'answers 410 from then on',
  },
  announce: { value: 'DATE', of: ['deprecate'], says: 'the day clients are told (today)' },
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
  next: { value: 'LABEL', of: ['release'], says: 'open a draft of the version after it' },
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

export type VersionOptionName = keyof typeof options;

export const optionNames = Object.keys(options) as VersionOptionName[];

export function isOptionName(name: string): name is VersionOptionName {
  return Object.hasOwn(options, name);
}

export function optionOf(name: VersionOptionName): VersionOption {
  return options[name];
}

/** Whether a subcommand has the option. */
export function offers(subcommand: Subcommand, name: VersionOptionName): boolean {
  const { of = subcommands } = optionOf(name);
  return of.includes(subcommand);
}
