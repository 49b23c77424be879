import type { Caller } from '../authentication/caller.ts';
import type { Seal } from './sealed-input.ts';

/** JSON has no sets. */
type Written = Omit<Caller, 'scopes' | 'roles'> & Readonly<Record<'scopes' | 'roles', string[]>>;

/**
 * Who asked for a job, as rules see it: what they were granted then holds for what they asked for. Claims are nobody
 * else's business.
 *
 * @param id of the job
 */
export function sealCaller(seal: Seal, caller: Caller, id: string): string {
  return seal.close(
    { ...caller, scopes: [...caller.scopes], roles: [...caller.roles] },
    purposeOf(id),
  );
}

/** @throws {Error} where the text was not sealed for that job, or not by this service */
export function openCaller(seal: Seal, text: string, id: string): Caller {
  const caller = seal.open(text, purposeOf(id)) as unknown as Written;
  return { ...caller, scopes: new Set(caller.scopes), roles: new Set(caller.roles) };
}

/** Neither can be taken for the input of the job, which is sealed by its id alone. */
function purposeOf(id: string): string {
  return `caller of ${id}`;
}
