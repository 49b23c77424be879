import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { codeOf } from '../../src/plan/io-errors.ts';
import type { Failure } from '../command/failure.ts';
import { exitStatusOf } from '../command/outcome.ts';
import type { PackageManager } from './options.ts';

/** The one that was asked for, else the one whose lock file is there, else npm. */
export function packageManagerOf(
  destination: string,
  asked: PackageManager | undefined,
): PackageManager {
  if (asked !== undefined) return asked;
  if (existsSync(join(destination, 'pnpm-lock.yaml'))) return 'pnpm';
  return existsSync(join(destination, 'yarn.lock')) ? 'yarn' : 'npm';
}

/** Files by which a directory tells its package manager what to do, programs to run among it. */
const settings = ['.npmrc', '.pnpmfile.cjs', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml'];

/** Those that are in a directory. */
export function settingsIn(destination: string): string[] {
  return settings.filter((name) => existsSync(join(destination, name)));
}

/**
 * Installs the dependencies of the service; what the package manager says goes to standard error. Undefined: it worked. Ctrl-C goes to
 * the package manager too, and its end can be noticed before the signal of this process is.
 * The Node that runs this also runs the package manager, because npm chooses packages by the Node that it runs on.
 */
export function install(
  destination: string,
  packageManager: PackageManager,
): Promise<Failure | 'interrupted' | undefined> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const failure = (how: string): Failure => ({
    where: `${packageManager} install`,
    what: `The command ${how}. The files of the service are written and complete.`,
    whatToDo: `Put right what it says and run it again in ${destination}.`,
  });
  return new Promise((resolve) => {
    const child = spawn(packageManager, ['install'], {
      cwd: destination,
      stdio: ['ignore', process.stderr, process.stderr],
      // A shell of Windows would otherwise look for the package manager in the directory itself first.
      env: { ...process.env, PATH: path, NoDefaultCurrentDirectoryInExePath: '1' },
      // On Windows the package managers are .cmd files, which only a shell starts; the arguments are constants.
      shell: process.platform === 'win32',
    });
    child.once('error', (error) =>
      resolve(
        failure(codeOf(error) === 'ENOENT' ? 'was not found' : `did not start: ${error.message}`),
      ),
    );
    child.once('close', (status, signal) => {
      const isInterrupted =
        signal === 'SIGINT' || status === exitStatusOf({ result: 'interrupted' });
      if (status === 0) resolve(undefined);
      else if (isInterrupted) resolve('interrupted');
      else resolve(failure(`ended with ${signal ?? `status ${status}`}`));
    });
  });
}
