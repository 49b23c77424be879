// Tells whether the code is that of service.yaml: part of npm run check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const digest = createHash('sha256')
  .update(readFileSync(new URL('service.yaml', root)))
  .digest('hex');
const lock = readFileSync(new URL('.resource-service/lock', root), 'utf8');
if (!lock.includes(`# specification ${digest}\n`)) {
  process.stderr.write(
    'service.yaml has changed since the code was generated from it: run the generator again.\n',
  );
  process.exitCode = 1;
}
