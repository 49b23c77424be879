export const subcommands = [
  'release',
  'extend',
  'draft',
  'deprecate',
  'limit',
  'reprieve',
  'sunset',
  'status',
] as const;
export type Subcommand = (typeof subcommands)[number];

/** Those that are about one version, which has to be named. */
export const naming: ReadonlySet<string> = new Set<Subcommand>([
  'extend',
  'deprecate',
  'limit',
  'reprieve',
  'sunset',
]);

/** The one that is about the newest version where none is named. */
export const mayName: ReadonlySet<string> = new Set<Subcommand>(['release']);

export function isSubcommand(name: string): name is Subcommand {
  return subcommands.some((each) => each === name);
}
