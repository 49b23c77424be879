import type { DocumentedOperation } from './contract.ts';

/** What nobody may do, as the specification says: `PUT /v1/orders/{}`. */
const closed: ReadonlySet<string> = new Set<string>([]);

/** Whether somebody may do it. */
export function isOpen({ method, path }: Pick<DocumentedOperation, 'method' | 'path'>): boolean {
  return !closed.has(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
}
