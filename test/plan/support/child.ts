/** Runs a scenario's generation, or recovers, and kills itself ahead of the n-th change of the disk. */
import { nodeFileSystem } from '../../../src/plan/file-system.ts';
import { recover } from '../../../src/plan/index.ts';
import { nodeProcesses } from '../../../src/plan/processes.ts';
import { intercept, isChange } from './intercepted.ts';
import { run } from './outputs.ts';
import { SCENARIOS } from './scenario.ts';

const [task, destination = '', scenario, n, half] = process.argv.slice(2);
let changes = 0;
const files = intercept(nodeFileSystem, async (call) => {
  if (isChange(call)) changes += 1;
  if (changes !== Number(n) || !isChange(call)) return;
  if (half === 'half') await call.half?.();
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => setInterval(() => undefined, 1000));
});
const environment = { files, processes: nodeProcesses };
if (task === 'recover') await recover(destination, environment);
else {
  const { files: wanted = [], options } = SCENARIOS[Number(scenario)] ?? {};
  await run(destination, wanted, options, environment);
}
