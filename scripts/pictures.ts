// Makes the pictures of docs/pictures anew, out of a real session and a running service: npm run pictures
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserPictures } from './pictures/browser.ts';
import { sessionScreens } from './pictures/session.ts';
import { svgOf } from './pictures/svg.ts';
import { startService } from './demo/start-service.ts';

const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const parent = fileURLToPath(new URL('../.demo', import.meta.url));
const directory = join(parent, 'ticket-desk');

// Removes the service of the last run.
rmSync(directory, { recursive: true, force: true });
mkdirSync(parent, { recursive: true });
mkdirSync(pictures, { recursive: true });
for (const { name, columns, screen } of await sessionScreens(parent)) {
  writeFileSync(join(pictures, `${name}.svg`), svgOf(screen, columns));
  process.stdout.write(`${name}.svg\n`);
}
const install = ['install', '--no-fund', '--no-audit', '--loglevel=error'];
const { status } = spawnSync('npm', install, { cwd: directory, stdio: 'inherit' });
if (status !== 0) throw new Error('npm install failed');
const service = await startService(directory);
try {
  for (const { name, image } of await browserPictures(service)) {
    writeFileSync(join(pictures, `${name}.png`), image);
    process.stdout.write(`${name}.png\n`);
  }
} finally {
  await service.stop();
}
