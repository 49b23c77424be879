import { isOptionName, optionOf } from './options.ts';

/**
 * The command line behind what Yeoman hands to a generator. `yo` parses it before it knows our options: `--yes order-desk`
 * arrives as `{ yes: 'order-desk' }`, every option in camelCase and again in kebab-case, among options of Yeoman's own.
 */
export function argvOf(
  args: readonly unknown[],
  given: Readonly<Record<string, unknown>>,
  known: Known = ours,
): string[] {
  const byName = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (!isYeomans(name)) byName.set(name, value);
  }
  return [
    ...args.map(String),
    ...[...byName].flatMap(([name, value]) => optionArgv(name, value, known)),
  ];
}

/** The options of a command. */
interface Known {
  readonly has: (name: string) => boolean;
  /** Whether it takes no value. */
  readonly isSwitch: (name: string) => boolean;
}

const ours: Known = {
  has: isOptionName,
  isSwitch: (name) => isOptionName(name) && optionOf(name).value === undefined,
};

function optionArgv(name: string, value: unknown, known: Known): string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => optionArgv(name, each, known));
  if (value === undefined || value === null) return [];
  if (value === true || value === 'true') return [flag(name)];
  if (value === false || value === 'false') return known.has(name) ? [] : [flag(`no-${name}`)];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return known.isSwitch(name) ? [flag(name), String(value)] : [`${flag(name)}=${value}`];
}

function flag(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function isYeomans(name: string): boolean {
  return name.startsWith('_') || yeomans.has(name);
}

/** Options that Yeoman, its environment and `yo` itself set, and that change nothing here. */
const yeomans: ReadonlySet<string> = new Set([
  'ask-answered',
  'bail',
  'console',
  'debug',
  'description',
  'destination-root',
  'env',
  'environment-version',
  'experimental',
  'force-install',
  'forward-error-to-environment',
  'generators',
  'ignore-version-check',
  'insight',
  'local-config-only',
  'local-only',
  'log-cwd',
  'namespace',
  'namespace-id',
  'node-package-manager',
  'resolved',
  'shared-data',
  'skip-cache',
  'skip-check-env',
  'skip-global-config',
  'skip-local-cache',
  'skip-parse-options',
  'skip-yo-resolve',
  'unique-by',
  'whitespace',
]);
