import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isSafe } from '../endpoints/methods.ts';
import type { AnswerObserver } from './application.ts';

/** Work that no request waits for, such as a transition whose time has come. */
export interface Task {
  /** For the log. */
  readonly name: string;
  /**
   * Does what is due, in small steps, and ends early when the signal says so. Other replicas run the same task.
   *
   * @returns whether more may be due at once
   */
  run(signal: AbortSignal): Promise<boolean>;
}

/** All such work of this process. */
export interface Background {
  /** Runs every task until none has more to do. Rejects with what the first failing one threw, after the others. */
  run(): Promise<void>;
  /** Something was committed that a task may wait for: the tasks look soon. */
  wake(): void;
  start(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Milliseconds after which a task looks for work without being woken, because changes of other replicas do not wake it. */
const pollInterval = 500;
/** Milliseconds in which what many requests do is gathered, and looked at once. */
const gathering = 5;
const longestBackOff = 30_000;

/** Tasks read the clock of the service. Only how often they look is a matter of real time. */
export function createBackground(
  tasks: readonly Task[],
  log: Pick<FastifyBaseLogger, 'error'>,
): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Ends each pause that there is. */
  const pauses = new Set<() => void>();
  const running = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();
  let hasStarted = false;

  function wake(): void {
    woken.resolve();
    woken = Promise.withResolvers();
  }

  /** A failing task waits longer each time, and keeps neither the loop nor another task from going on. */
  async function loop(task: Task): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      // Taken before the task looks: what is committed while it runs is not waited for.
      const { promise } = woken;
      try {
        const hasMore = await task.run(signal);
        failures = 0;
        // Where the database is in this process, nothing else would let requests in between.
        if (hasMore) await setImmediate();
        else await sleep(promise);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        log.error({ err: error, task: task.name, failures }, 'a background task failed');
        await pause(Math.min(pollInterval * 2 ** (failures - 1), longestBackOff));
      }
    }
  }

  async function sleep(until: Promise<void>): Promise<void> {
    await pause(pollInterval, until);
    await pause(gathering);
  }

  /** Ends after some time, or with `until`; at once where all is to stop. */
  function pause(milliseconds: number, until?: Promise<void>): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    pauses.add(end);
    void until?.then(end);
    return promise;
  }

  /** What one task does may be what another one waits for, so all are asked until none has anything. */
  async function runAll(): Promise<void> {
    const failed = new Map<Task, unknown>();
    for (let isDone = false; !isDone && !signal.aborted;) {
      const before = woken;
      isDone = true;
      for (const task of tasks.filter((each) => !failed.has(each))) {
        try {
          while (!signal.aborted && (await task.run(signal))) {
            isDone = false;
            await setImmediate();
          }
        } catch (error) {
          failed.set(task, error);
        }
      }
      isDone &&= before === woken;
    }
    for (const error of failed.values()) throw error;
  }

  async function kept(work: Promise<void>): Promise<void> {
    running.add(work);
    try {
      await work;
    } finally {
      running.delete(work);
    }
  }

  return {
    run: () => kept(runAll()),
    wake,
    start() {
      if (hasStarted) return;
      hasStarted = true;
      for (const task of tasks) void kept(loop(task));
    },
    async stop() {
      stopping.abort();
      for (const end of pauses) end();
      await Promise.allSettled(running);
    },
  };
}

/** What a request has changed may be what a task waits for. */
export function wakeAfterChanges({ wake }: Pick<Background, 'wake'>): AnswerObserver {
  return ({ method }) => {
    if (!isSafe(method)) wake();
  };
}
