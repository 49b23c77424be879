import type { Found } from '../change.ts';
import { documentRowOf } from './table.ts';

/** Where values are met: in what clients send, or in what they are shown. */
export type Side = 'request' | 'response';

export function found(id: string, path: string, was?: unknown, is?: unknown): Found {
  return {
    id,
    path,
    ...(was === undefined ? {} : { was }),
    ...(is === undefined ? {} : { is }),
  };
}

const aboutTypes = /^(T|O6[01]|O7[0-3])/;

/** The row for that side. A looser request harms no client, and neither does a tighter response. */
export function bySide(id: string, side: Side): string {
  const { trend } = documentRowOf(id);
  const isType = aboutTypes.test(id);
  if (side === 'request' && trend === 'looser') return isType ? 'T97' : 'C40';
  if (side === 'response' && trend === 'tighter') return isType ? 'T98' : 'C41';
  return id;
}

export function opposite(side: Side): Side {
  return side === 'request' ? 'response' : 'request';
}
