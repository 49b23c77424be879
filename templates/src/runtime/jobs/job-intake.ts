import type { RequestContext } from '../endpoints/route.ts';
import type { Writing } from '../storage/store.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import { sealActor } from './sealed-actor.ts';
import type { Input, Seal } from './sealed-input.ts';

/** Accepts what is carried out later. */
export interface JobIntake {
  /** Keeps the job with the transaction of the request that asks for it. */
  accept(transaction: Writing, context: RequestContext, order: JobOrder): Promise<Job>;
}

/** What a client asks for. */
export interface JobOrder {
  /** Kind of resource, as its description calls it. */
  readonly kind: string;
  readonly action: string;
  readonly rowId: string;
  /** Path of the resource, which names no version. */
  readonly resource: string;
  readonly input: Input;
}

export function jobIntake(store: JobStore, seal: Seal, newId: () => string): JobIntake {
  return {
    accept(transaction, context, { input, ...order }) {
      const { caller, now, traceId, headers } = context;
      const id = newId();
      const instant = now.toISOString();
      const language = headers['accept-language'];
      return store.insert(transaction, {
        ...order,
        id,
        createdAt: instant,
        updatedAt: instant,
        revision: 1,
        state: 'pending',
        ...(Object.keys(input).length === 0 ? {} : { input: seal.close(input, id) }),
        client: caller.id,
        caller: sealActor(seal, context, id),
        traceId,
        ...(language === undefined ? {} : { language }),
        attempts: 0,
        nextAt: instant,
      });
    },
  };
}
