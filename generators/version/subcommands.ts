export const subcommands = [
  'release',
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
  'deprecate',
  'limit',
  'reprieve',
  'sunset',
]);

export function isSubcommand(name: string): name is Subcommand {
  return subcommands.some((each) => each === name);
}
