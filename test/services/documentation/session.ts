import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/demo/start-service.ts';
import { launching } from '../../generators/support/command.ts';
import type { Block } from '../../documentation/blocks.ts';

const link = fileURLToPath(new URL('link-dependencies.ts', import.meta.url));

/** A directory of commands: the generator by its name, and an npm that links dependencies which are installed once. */
export function commandsIn(directory: string): string {
  const bin = join(directory, 'bin');
  mkdirSync(bin, { recursive: true });
  const node = process.execPath;
  // The Node of a reader's machine, so that services bring none of their own.
  symlinkSync(node, join(bin, 'node'));
  const generator = [node, ...launching].map((word) => `'${word}'`).join(' ');
  // Where dependencies are installed once, npm is the real one.
  const installing = process.env['PATH'] ?? '';
  const npm = spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim();
  const files = {
    'resource-service': `exec ${generator} "$@"`,
    npm: `if [ "$1" = install ]; then PATH='${installing}' exec '${node}' '${link}'; fi\nexec '${npm}' "$@"`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/**
 * Carries out the blocks of a page as a reader would, in one shell: commands are typed, and a block that is a file is written.
 * Returns what was printed; fails at the first command that fails.
 */
export async function carryOut(
  blocks: readonly Block[],
  page: string,
  { cwd, bin }: { readonly cwd: string; readonly bin: string },
): Promise<string> {
  const port = String(await freePort());
  const steps = blocks.flatMap(({ language, file, text, line }) => {
    const place = `place='${page}:${line}'`;
    if (file !== undefined) {
      return [
        place,
        `mkdir -p '${dirname(file)}'`,
        `cat > '${file}' <<'END_OF_FILE'\n${text}END_OF_FILE`,
      ];
    }
    if (language !== 'sh') return [];
    return [place, readable(text).replaceAll('localhost:3000', `localhost:${port}`)];
  });
  const script = [
    'set -eo pipefail',
    // What a page starts in the background ends with it.
    `trap 'status=$?; for job in $(jobs -p); do kill $job || true; done; [ $status = 0 ] || echo "failed at $place" >&2' EXIT`,
    ...steps,
  ].join('\n');
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const path = [bin, dirname(process.execPath), environment['PATH']].join(':');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, PATH: path, PORT: port, TEST_DATABASE_URL: 'none' },
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`status ${String(status)}\n${stdout}\n${stderr}`.slice(-6000));
  return stdout;
}

/**
 * From a clone the command is a file; places outside of it are in the directory of the test. The clone itself is not installed
 * again: test/end-to-end does what the demo does.
 */
function readable(text: string): string {
  return text
    .replaceAll('npx node bin/resource-service.ts', 'resource-service')
    .replaceAll('/tmp/', './')
    .replaceAll(/^npm (?:ci|run demo).*$/gm, ':');
}
