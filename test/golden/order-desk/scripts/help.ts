/**
 * Says how a script is used, and ends it, where that is asked for (`--help`, `-h`, `help`), or where it is given something and takes nothing.
 * Called before anything is opened, so that asking changes nothing.
 */
export function helpOrGoOn(
  usage: string,
  { takes }: { readonly takes: 'arguments' | 'nothing' },
): void {
  const given = process.argv.slice(2);
  if (given[0] === 'help' || given.includes('--help') || given.includes('-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (takes === 'arguments' || given.length === 0) return;
  process.stderr.write(`${given.join(' ')}: it takes no arguments.\n${usage}`);
  process.exit(1);
}
