import { closedOperations } from '../../contract.ts';
import type { DocumentedOperation } from './document-contract.ts';

const closed: ReadonlySet<string> = new Set(closedOperations);

/** Whether somebody may do it. */
export function isOpen({ method, path }: Pick<DocumentedOperation, 'method' | 'path'>): boolean {
  return !closed.has(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
}
