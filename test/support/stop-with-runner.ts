// Loaded into the runner of the tests (--test-global-setup): what tests started ends when the runner is stopped. It ends the processes of the
// test files itself, and leaves behind services and installations that are children of these.
import { descendantsOf } from './descendants.ts';

export function globalSetup(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.prependOnceListener(signal, () => {
      for (const id of descendantsOf(process.pid)) stop(id);
      // The runner knows no end by this one.
      if (signal === 'SIGHUP') process.kill(process.pid, 'SIGTERM');
    });
  }
}

function stop(id: number): void {
  try {
    process.kill(id, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}
