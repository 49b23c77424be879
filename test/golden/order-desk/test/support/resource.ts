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

/** Where a change must say which state it is for, any state will do unless a test says otherwise. */
function conditionally(send: TestClient, { preconditions }: ResourceSample): TestClient {
  if (preconditions === 'optional') return send;
  return (method, path, request = {}) => {
    const { 'if-match': given = '*', ...headers } = request.headers ?? {};
    return send(method, path, {
      ...request,
      headers: { ...headers, ...(given === '' ? {} : { 'if-match': given }) },
    });
  };
}
