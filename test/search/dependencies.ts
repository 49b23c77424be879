import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allDependencies } from '../../src/rendering/views/package-json.ts';

/** Gives a service every package that any service may depend on: one installation serves all of them. */
export function linkAllDependencies(service: string): void {
  const dependencies = allDependencies();
  const digest = createHash('sha256')
    .update(JSON.stringify(dependencies))
    .digest('hex')
    .slice(0, 16);
  const shared = join(tmpdir(), `generated-dependencies-all-${digest}`);
  if (!existsSync(shared)) {
    const staged = mkdtempSync(join(tmpdir(), 'generated-dependencies-'));
    writeFileSync(
      join(staged, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies }),
    );
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--no-fund', '--no-audit', '--loglevel=error'],
      { cwd: staged, encoding: 'utf8', shell: false },
    );
    if (status !== 0) throw new Error(`npm install: ${stderr}`);
    try {
      renameSync(staged, shared);
    } catch {
      // Somebody else was faster.
      rmSync(staged, { recursive: true, force: true });
    }
  }
  symlinkSync(join(shared, 'node_modules'), join(service, 'node_modules'));
}
