import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.ts';
import { runSession } from './session.ts';

/** Nothing is asked before the arguments are understood. */
const nobody = { prompt: () => Promise.reject(new Error('nobody to ask')) };

/** Runs the generator without `yo`. */
export async function start(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'version') return startVersion(argv.slice(1));
  const read = readCommandLine(argv);
  if (!read.ok || read.commandLine.help || read.commandLine.version) {
    process.exitCode = await runSession(argv, nobody);
    return;
  }
  // Only now, because Yeoman takes a second to load.
  const { createEnv } = await import('yeoman-environment');
  const { ResourceService } = await import('./generator.ts');
  const environment = createEnv();
  const resolved = fileURLToPath(import.meta.url);
  environment.register(ResourceService, { namespace: 'resource-service:app', resolved });
  await environment.run(['resource-service:app', ...argv]);
}

const asksNothing = ['yes', 'dry-run', 'json'] as const;

/** The same for what a sub-generator does. */
async function startVersion(argv: readonly string[]): Promise<void> {
  const { readVersionCommandLine } = await import('../version/command-line.ts');
  const reading = readVersionCommandLine(argv);
  const asks =
    reading.kind === 'read' &&
    reading.commandLine.subcommand !== 'status' &&
    !asksNothing.some((name) => reading.commandLine.values.has(name));
  if (!asks) {
    const { runVersionSession } = await import('../version/session.ts');
    process.exitCode = await runVersionSession(argv, nobody);
    return;
  }
  const { createEnv } = await import('yeoman-environment');
  const { VersionGenerator } = await import('../version/generator.ts');
  const environment = createEnv();
  const resolved = fileURLToPath(import.meta.url);
  environment.register(VersionGenerator, { namespace: 'resource-service:version', resolved });
  await environment.run(['resource-service:version', ...argv]);
}
