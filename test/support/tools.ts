import { spawnSync } from 'node:child_process';

/**
 * Why a test cannot run without a program; false where the program is there. A machine that promises all servers
 * (`REQUIRE_SERVERS=1`) and lacks it gets it, where we may install it.
 *
 * @param name of the program, which is that of its package too
 * @throws {Error} where it is missing on such a machine nevertheless
 */
export function withoutTool(name: string): false | string {
  if (isThere(name)) return false;
  if (process.env['REQUIRE_SERVERS'] !== '1') return `${name} is not installed`;
  if (process.getuid?.() === 0) spawnSync('apt-get', ['install', '-y', '-qq', name]);
  if (isThere(name)) return false;
  throw new Error(`${name} is not installed`);
}

function isThere(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
