import type { SystemMembers } from '../../src/runtime/resources/members.ts';
import type { TestRequest } from '../../test/runtime/support/client.ts';
import {
  Placeholders,
  repeat,
  type Exchange,
  type RecordedAnswer,
} from '../../test/runtime/support/recordings.ts';
import { factoryOf, type Factory } from '../../test/runtime/support/factory.ts';
import type { ResourceSample } from '../../test/runtime/support/sample.ts';
import type { TestService } from '../../test/runtime/support/service.ts';

/** Sends requests to a version and keeps what is answered. */
export interface Recorder {
  readonly exchanges: readonly Exchange[];
  readonly placeholders: Placeholders;
  /** Makes resources by requests that are recorded as well. */
  readonly make: Factory;
  /** @param name what it shows */
  record(
    name: string,
    method: string,
    path: string,
    request?: TestRequest,
  ): Promise<RecordedAnswer>;
}

/** Thrown where a resource cannot be made by requests. */
export class NotMade extends Error {}

export function createRecorder(service: TestService, label: string): Recorder {
  const placeholders = new Placeholders();
  const exchanges: Exchange[] = [];
  const send: Recorder['record'] = async (name, method, path, { body, headers } = {}) => {
    const request = {
      method,
      path,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    };
    const answer = await repeat(service, label, request, placeholders);
    exchanges.push({ name, request, answer });
    return answer;
  };
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, as they are repeated, whatever is made side by side.
  const record: Recorder['record'] = (...request) => {
    const answer = last.then(() => send(...request));
    last = answer.catch(() => undefined);
    return answer;
  };
  const make = factoryOf({
    async keep(sample, collection, body) {
      const what = sample.collection;
      if (!sample.methods.includes('create')) throw new NotMade(`${what} cannot be created`);
      const answer = await record(`create one of ${what}`, 'POST', withoutVersion(collection), {
        body,
        ...demanded(sample, exchanges),
      });
      if (answer.status !== 201) throw new NotMade(`${what} were refused`);
      return (answer.body ?? addressed(answer)) as object as SystemMembers;
    },
    unique: (sample, name, number) => sample.unique[name]?.[number],
    // What is recorded stays, so that all of it can be repeated.
    exists: () => Promise.resolve(true),
    makeRoom: () => Promise.resolve(true),
  });
  return { exchanges, placeholders, make, record };
}

/** What is known of a resource that its maker may not read: the answer tells its address alone. */
function addressed({ headers }: RecordedAnswer): { readonly id: string } {
  return { id: headers['location']?.split('/').at(-1) ?? '' };
}

/** The headers without which a resource refuses a POST or a PATCH; each request has a key of its own. */
export function demanded(
  { idempotencyKey }: ResourceSample,
  { length }: readonly Exchange[],
): { headers?: Readonly<Record<string, string>> } {
  return idempotencyKey === 'required'
    ? { headers: { 'idempotency-key': `"recording-${String(length)}"` } }
    : {};
}

/** Samples name the version in front of their path. */
export function withoutVersion(path: string): string {
  return path.replace(/^\/v\d[\d-]*/, '');
}
