import { spawnSync } from 'node:child_process';

/**
 * Why a test cannot run without a program; false where the program is there. A machine that promises all servers
 * (`REQUIRE_SERVERS=1`) gets it, where it may be installed: it is no server, and nobody can promise it.
 *
 * @param name of the program, which is that of its package too
 */
export function withoutTool(name: string): false | string {
  if (isThere(name)) return false;
  if (process.env['REQUIRE_SERVERS'] === '1' && process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '-y', '-qq', name], { timeout: 120_000 });
  }
  return isThere(name) ? false : `${name} is not installed`;
}

function isThere(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
