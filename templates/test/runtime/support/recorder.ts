import { everything } from '../../contract.ts';
import type { Granted } from '../../../src/runtime/authentication/caller.ts';
import { testClient } from './client.ts';
import { usual } from './credentials.ts';
import type { TestService } from './service.ts';

/** The client whose requests were recorded. */
export interface Recorder {
  readonly name: string;
  readonly claims: Granted['claims'];
}

/** A service to which the usual requests are those of the client that recorded. */
export async function recordedBy(
  service: TestService,
  recorder: Recorder | undefined,
): Promise<TestService> {
  if (recorder === undefined) return service;
  const { name, claims } = recorder;
  const credential = await service.credentials.of(name, usual, { ...everything, claims });
  return {
    ...service,
    credential,
    request: testClient(service.address, credential),
    get now() {
      return service.now;
    },
    set now(now) {
      service.now = now;
    },
  };
}
