import type { TestEngine } from '../../templates/test/runtime/support/engines.ts';

/** Why tests on an engine are skipped; false: they run. With REQUIRE_SERVERS=1 they run, and fail without the server. */
export function skippingOn({ missing }: TestEngine): string | false {
  return process.env['REQUIRE_SERVERS'] !== '1' && missing !== undefined ? missing : false;
}
