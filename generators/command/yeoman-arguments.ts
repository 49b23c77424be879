import type { Options } from './options.ts';

/**
 * The command line behind what Yeoman hands to a generator. `yo` parses it before it knows our options: `--yes order-desk`
 * arrives as `{ yes: 'order-desk' }`, every option in camelCase and again in kebab-case, among options of Yeoman's own.
 */
export function argvOf(
  args: readonly unknown[],
  given: Readonly<Record<string, unknown>>,
  options: Options,
): string[] {
  const byName = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (!isYeomans(name)) byName.set(name, value);
  }
  return [
    ...args.map(String),
    ...[...byName].flatMap(([name, value]) => optionArgv(name, value, options)),
  ];
}

function optionArgv(name: string, value: unknown, options: Options): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: unknown) => optionArgv(name, each, options));
  if (value === undefined || value === null) return [];
  if (value === true || value === 'true') return [flag(name)];
  if (value === false || value === 'false') return options.has(name) ? [] : [flag(`no-${name}`)];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const isSwitch = options.has(name) && options.get(name).value === undefined;
  return isSwitch ? [flag(name), String(value)] : [`${flag(name)}=${value}`];
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
