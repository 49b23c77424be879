import type { TestAnswer } from './client.ts';
import type { Contract } from './document-contract.ts';

/** An operation that needs a credential. */
export interface ProtectedOperation {
  readonly method: string;
  /** With an identifier of nothing in the place of each placeholder. */
  readonly path: string;
  /** Whether the answer shows that the credential was valid, whatever else the service says to the request. */
  admits(answer: TestAnswer): boolean;
}

const credentialCodes: ReadonlySet<unknown> = new Set([
  'ambiguous-credentials',
  'credential-in-address',
]);

/**
 * One that reads, if the service has one. A request for any other has no body, so that it changes nothing.
 *
 * @param filled a path with something in the place of each placeholder
 */
export function protectedOperation(
  { operations }: Contract,
  filled: (path: string) => string,
): ProtectedOperation {
  const all = operations.filter(({ isPublic }) => !isPublic);
  const operation = all.find(({ method }) => method === 'GET') ?? all[0];
  if (operation === undefined) throw new Error('no operation needs a credential');
  const { method, path } = operation;
  return {
    method,
    path: filled(path),
    admits({ status, body }) {
      if (status === 200 || status === 403 || status === 404) return true;
      // The service holds back a change without a body after it has looked at the credential.
      const isIncomplete = [400, 411, 415, 422, 428].includes(status);
      return method !== 'GET' && isIncomplete && !credentialCodes.has(body['code']);
    },
  };
}
