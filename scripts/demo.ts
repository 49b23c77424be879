// Scaffolds the example, installs it, starts it on SQLite and shows a tour of real requests:
//   npm run demo              serves until it is stopped
//   npm run demo -- --exit    stops by itself
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from './demo/start-service.ts';
import { tour } from './demo/tour.ts';

const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('../', import.meta.url));
const directory = fileURLToPath(new URL('../.demo/order-desk', import.meta.url));
const specification = 'examples/order-desk/service.yaml';

// Each demo starts from nothing; what is removed is its own.
rmSync(directory, { recursive: true, force: true });
run('Generating', process.execPath, [
  'bin/resource-service.ts',
  '--spec',
  specification,
  '--destination',
  directory,
  '--yes',
  '--skip-install',
]);
run('Installing', 'npm', ['install', '--no-fund', '--no-audit', '--loglevel=error'], directory);
const service = await startService(directory);
try {
  await tour(service);
} catch (error) {
  await service.stop();
  throw error;
}
if (values.exit) {
  await service.stop();
  process.stdout.write('\nStopped.\n');
} else {
  process.stdout.write(`\nServing on ${service.address} until Ctrl-C. Your key: ${service.key}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.stop());
  }
}

function run(what: string, command: string, args: readonly string[], cwd = root): void {
  process.stdout.write(`${what} …\n`);
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
