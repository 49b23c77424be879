import { join } from 'node:path';
import type { Failure } from '../command/failure.ts';
import { whyNotInstalled } from './installed.ts';
import { nodeOf, output } from './run-in-service.ts';

/** What a service shows of one of its versions. */
export interface Shown {
  readonly openapi: { readonly info: Readonly<Record<string, unknown>> };
  readonly recordings: { readonly exchanges: readonly unknown[] };
  /** The rows that were made meanwhile; absent where additions to an older version are frozen. */
  readonly rows?: object;
}

export type FreezeRun =
  { readonly ok: true; readonly shown: Shown } | { readonly ok: false; readonly failure: Failure };

const script = join('scripts', 'freeze.ts');

/**
 * Has a service show what it promises, by its own code and with its own Node.
 *
 * @param older the version, where that is not the newest
 */
export async function runFreeze(destination: string, older?: string): Promise<FreezeRun> {
  const failed = (what: string, whatToDo: string): FreezeRun => ({
    ok: false,
    failure: { where: script, what, whatToDo },
  });
  const lacking = await whyNotInstalled(destination);
  if (lacking !== undefined) {
    return failed(lacking, 'Run npm install in its directory, and then this again.');
  }
  const { status, out, err } = await output(
    nodeOf(destination),
    [script, ...(older === undefined ? [] : [older])],
    destination,
  );
  if (status !== 0) {
    const last = err.trimEnd().split('\n').slice(-12).join('\n  ');
    return failed(
      `The service does not show its contract (${status === null ? 'it was stopped' : `status ${String(status)}`}):\n  ${last}`,
      'Make npm test pass in its directory, and then run this again.',
    );
  }
  const shown = parsed(out);
  return shown === undefined
    ? failed('It printed something else than a contract.', 'Take away what else prints there.')
    : { ok: true, shown };
}

function parsed(text: string): Shown | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isShown(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShown(value: unknown): value is Shown {
  const { openapi, recordings } = (value ?? {}) as Partial<Shown>;
  return typeof openapi?.info === 'object' && Array.isArray(recordings?.exchanges);
}
