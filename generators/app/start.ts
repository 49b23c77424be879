import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.ts';
import { runSession } from './session.ts';

/** Nothing is asked before the arguments are understood. */
const nobody = { prompt: () => Promise.reject(new Error('nobody to ask')) };

/** Runs the generator without `yo`. */
export async function start(argv: readonly string[]): Promise<void> {
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
