import type { Caller } from '../authentication/caller.ts';
import type { Actor } from '../endpoints/operations/actor.ts';
import type { Seal } from './sealed-input.ts';

/** Who asked for a job, without when. */
type Asking = Omit<Actor, 'now' | 'traceId'>;

/** JSON has no sets. */
type Written = Omit<Caller, 'scopes' | 'roles'> &
  Pick<Asking, 'lacks'> &
  Readonly<Record<'scopes' | 'roles', string[]>>;

/**
 * The caller that requested a job, as rules see it: its grants at that time hold for the whole job. It is sealed, because
 * claims are personal data.
 *
 * @param id of the job
 */
export function sealActor(seal: Seal, actor: Asking, id: string): string {
  const { caller, lacks } = actor;
  return seal.close(
    {
      ...caller,
      scopes: [...caller.scopes],
      roles: [...caller.roles],
      // So does what their version promised.
      ...(lacks === undefined ? {} : { lacks }),
    },
    purposeOf(id),
  );
}

/** @throws {Error} where the text was not sealed for that job, or not by this service */
export function openActor(seal: Seal, text: string, id: string): Asking {
  const { lacks, scopes, roles, ...caller } = seal.open(text, purposeOf(id)) as unknown as Written;
  return {
    caller: { ...caller, scopes: new Set(scopes), roles: new Set(roles) },
    ...(lacks === undefined ? {} : { lacks }),
  };
}

/** Neither can be taken for the input of the job, which is sealed by its id alone. */
function purposeOf(id: string): string {
  return `caller of ${id}`;
}
