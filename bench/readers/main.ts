// Sends every reader of a generated service what somebody would send to keep it busy, as large as it takes it, and
// tells what that costs its processor: npm run bench:readers. It fails where 100 KB cost too much, or where four times as
// many cost far more than four times as much.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildService } from '../service/built-service.ts';
import { makeKey } from '../service/filling.ts';
import { costs, excess, type Cost } from './measured.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, json: { type: 'string' } },
});

process.stderr.write('Building the service …\n');
const text = readFileSync(new URL('service.yaml', import.meta.url), 'utf8');
const built = await buildService('readers', text);
const database = join(built.directory, 'dist', 'readers.db');
for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
const key = makeKey(built, { DATABASE_URL: `sqlite:${database}` });

process.stdout.write(`${'input'.padEnd(58)} status   KB      ms  ms/100 KB  growth\n`);
const measured: Cost[] = [];
for await (const cost of costs({ ...built, database, key }, options.only)) {
  measured.push(cost);
  process.stdout.write(`${line(cost)}\n`);
}
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify(measured, null, 2)}\n`);
}
if (measured.some((cost) => excess(cost) !== undefined)) process.exitCode = 1;

function line(cost: Cost): string {
  const { reader, name, status, size, cost: time, costOf100KB, growth } = cost;
  const cells = [
    `${reader}: ${name}`.padEnd(58),
    String(status).padStart(6),
    (size / 1024).toFixed(0).padStart(5),
    time.toFixed(1).padStart(7),
    costOf100KB.toFixed(1).padStart(10),
    `×${growth.toFixed(1)}`.padStart(7),
  ];
  const why = excess(cost);
  return why === undefined ? cells.join(' ') : [...cells, ` ${why}`].join(' ');
}
