import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { CustomOperationEndpoints } from '../endpoints/operations/custom-operation-endpoints.ts';
import { mapConstraintErrors } from '../endpoints/operations/constraints.ts';
import type { Actor } from '../endpoints/operations/actor.ts';
import { visibleTo } from '../endpoints/operations/parents.ts';
import { performAction, type Demand } from '../endpoints/operations/perform.ts';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import type { Task } from '../service/background.ts';
import type { Database } from '../storage/database.ts';
import { purgedAtOnce } from '../storage/purge-statement.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import { openActor } from './sealed-actor.ts';
import type { Seal } from './sealed-input.ts';

/** A kind of resource that has actions which go on after their answer. */
export interface Performer<Tables> {
  /** As its jobs call it. */
  readonly kind: string;
  /**
   * Carries out an action in one transaction, with what comes around it.
   *
   * @throws {Problem} where the action is refused
   */
  perform(
    actor: Actor,
    rowId: string,
    demand: Pick<Demand, 'name' | 'input'>,
    around: (transaction: Transaction<Tables>, work: () => Promise<void>) => Promise<void>,
  ): Promise<void>;
}

/** Who carries out the actions of one kind of resource, as a request would. */
export function performerOf<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
): Performer<Tables> {
  return {
    kind: resource.name,
    perform: (actor, rowId, demand, around) =>
      mapConstraintErrors(resource, () =>
        resource.database.transaction((transaction) =>
          around(transaction, async () => {
            const place = { id: rowId, rowFilter: visibleTo(resource, actor.caller) };
            const wanted = { ...demand, place };
            await performAction(resource, transaction, actor, wanted);
          }),
        ),
      ),
  };
}

export interface Workshop<Tables> {
  readonly database: Database<Tables>;
  readonly store: JobStore;
  readonly seal: Seal;
  readonly performers: readonly Performer<Tables>[];
  readonly application: Pick<Application, 'baseUrl' | 'catalogue' | 'clock' | 'textsFor'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Called after each action that ran. */
  readonly wake: () => void;
}

/**
 * Milliseconds from the beginning of a job until its transaction holds it. From then on the database knows whether
 * this replica is alive: the job is taken over when its connection is gone, and not before.
 */
const lease = 10_000;
/** Once, and then again as often as this. */
const retries = 5;
const firstPause = 1000;
const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Carries out jobs, one at a time, those first that have waited longest. What an action changes, its event and the end
 * of its job commit together: however often it is begun, and wherever a replica is killed, it is done once.
 */
export function jobRunner<Tables>({
  database,
  store,
  seal,
  performers,
  application,
  log,
  wake,
}: Workshop<Tables>): Task {
  const { clock } = application;
  const kinds = new Map(performers.map((performer) => [performer.kind, performer]));

  async function perform(job: Job, now: Date): Promise<void> {
    const performer = kinds.get(job.kind);
    if (performer === undefined) throw new Error(`no resource has actions of the kind ${job.kind}`);
    const { rowId, action, input, caller, traceId } = job;
    if (caller === undefined) throw new Error('the job has no stored caller');
    const actor = { ...openActor(seal, caller, job.id), now, traceId };
    const demand = { name: action, input: input === undefined ? {} : seal.open(input, job.id) };
    await performer.perform(actor, rowId, demand, async (transaction, work) => {
      if (!(await store.holds(transaction, job))) return;
      await work();
      await store.update(transaction, job.id, job.revision, ended(job, 'succeeded', now));
    });
  }

  /** Nothing happens where another replica has taken over. */
  async function put(job: Job): Promise<void> {
    await database.transaction((transaction) =>
      store.update(transaction, job.id, job.revision, job),
    );
  }

  async function fail(job: Job, problem: Problem, now: Date): Promise<void> {
    const { baseUrl, catalogue, textsFor } = application;
    const texts = textsFor(job.language);
    const source = { problem, traceId: job.traceId, baseUrl, catalogue, texts };
    const { body } = problemDocument(source);
    await put({ ...ended(job, 'failed', now), problem: body });
  }

  async function tryTo(job: Job, now: Date): Promise<void> {
    // The replica stopped at each attempt: perhaps this job is the cause.
    if (job.attempts > retries + 1) return fail(job, new Problem(builtIn.internalError), now);
    try {
      await perform(job, now);
    } catch (error) {
      if (error instanceof Problem) return fail(job, error, now);
      const { id, kind, action, attempts, traceId } = job;
      log.error({ err: error, job: id, kind, action, attempts, traceId }, 'a job failed');
      if (attempts > retries) return fail(job, new Problem(builtIn.internalError), now);
      const pause = firstPause * 4 ** (attempts - 1);
      const nextAt = new Date(now.getTime() + pause).toISOString();
      await put({ ...job, state: 'pending', updatedAt: now.toISOString(), nextAt });
    }
  }

  return {
    name: 'jobs',
    async run(signal) {
      const now = clock();
      const job = await store.begin(now, new Date(now.getTime() + lease));
      if (job === undefined) {
        const purged = await store.purge(new Date(now.getTime() - week));
        return purged === purgedAtOnce && !signal.aborted;
      }
      await tryTo(job, now);
      wake();
      return true;
    },
  };
}

/** What was sent along, and by whom in detail, is needed no more. */
function ended(job: Job, state: 'succeeded' | 'failed', now: Date): Job {
  const { input: _, caller: __, nextAt: ___, ...rest } = job;
  const instant = now.toISOString();
  return { ...rest, state, updatedAt: instant, finishedAt: instant };
}
