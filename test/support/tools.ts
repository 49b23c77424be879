import { spawnSync } from 'node:child_process';

/**
 * Why a test cannot run without a program; false where the program is there.
 *
 * @throws where a machine that promises everything (`REQUIRE_SERVERS=1`) does not have it: `.ci/run` installs it before the tests
 */
export function withoutTool(name: string): false | string {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return false;
  const reason = `${name} is not installed`;
  if (process.env['REQUIRE_SERVERS'] === '1') throw new Error(reason);
  return reason;
}
