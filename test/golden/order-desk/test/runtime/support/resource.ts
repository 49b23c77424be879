import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import type { TestClient } from './client.ts';
import { engines } from './engines.ts';
import { factory } from './factory.ts';
import type { ResourceContext } from './resource/context.ts';
import { testPatching } from './resource/patching.ts';
import { testPreconditions } from './resource/preconditions.ts';
import { testReading } from './resource/reading.ts';
import { testRefusing } from './resource/refusing.ts';
import { testWriting } from './resource/writing.ts';
import type { ResourceSample } from './sample.ts';
import { startService, type TestService } from './service.ts';

/** The life of one kind of resource, on every engine. */
export function testResource(title: string, sample: ResourceSample): void {
  for (const engine of engines) {
    describe(`${title} on ${engine.name}`, { skip: engine.missing ?? false }, () => {
      let service: TestService | undefined;
      let ready: ResourceContext | undefined;

      before(async () => {
        service = await startService(engine);
        const make = factory(service);
        ready = {
          sample,
          make,
          collection: await make.collection(sample),
          newId: service.newId,
          send: conditionally(service.request, sample),
        };
      });
      after(() => service?.stop());

      const tests = {
        sample,
        context() {
          if (ready === undefined) throw new Error('the service is not started yet');
          return ready;
        },
      };
      testWriting(tests);
      testReading(tests);
      testPreconditions(tests);
      testRefusing(tests);
      testPatching(tests);
    });
  }
}

/** Where a change must say which state it is for, any state will do unless a test says otherwise; so will any key. */
function conditionally(
  send: TestClient,
  { preconditions, idempotencyKey }: ResourceSample,
): TestClient {
  return (method, path, request = {}) => {
    const { 'if-match': given = preconditions === 'required' ? '*' : '', ...headers } =
      request.headers ?? {};
    const key = idempotencyKey === 'required' ? { 'idempotency-key': `"${randomUUID()}"` } : {};
    return send(method, path, {
      ...request,
      headers: { ...key, ...headers, ...(given === '' ? {} : { 'if-match': given }) },
    });
  };
}
