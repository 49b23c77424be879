import { defined, own } from '../../specification/plain.ts';
import type { LinkedStep } from '../compose/link.ts';
import type { Changes } from '../steps/schema.ts';
import { extended } from './changes.ts';

/** Problems that have another status. */
export function draftErrors(changes: Changes, { older, newer }: LinkedStep): Changes {
  const said = changes.errors ?? [];
  const statuses = Object.entries(newer.errors.codes).flatMap(([code, { status }]) => {
    const former = said.find(({ rename }) => rename?.to === code)?.rename?.from ?? code;
    const was = own(older.errors.codes, String(former))?.status;
    const isSaid = said.some((each) => each.status?.code === code && each.status.was === was);
    return was === undefined || was === status || isSaid ? [] : [{ status: { code, was } }];
  });
  return { ...changes, ...defined({ errors: extended(changes.errors, statuses) }) };
}
