import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.ts';
import { runSession } from './session.ts';

/** Runs the generator without `yo`. */
export async function start(argv: readonly string[]): Promise<void> {
  const read = readCommandLine(argv);
  if (!read.ok || read.commandLine.help || read.commandLine.version) {
    process.exitCode = await runSession(argv, () => Promise.reject(new Error('nothing is asked')));
    return;
  }
  // Only now, because Yeoman takes a second to load.
  const { createEnv } = await import('yeoman-environment');
  const { ResourceService } = await import('./generator.ts');
  const environment = createEnv();
  const resolved = fileURLToPath(new URL('index.ts', import.meta.url));
  environment.register(ResourceService, { namespace: 'resource-service:app', resolved });
  await environment.run(['resource-service:app', ...argv]);
}
