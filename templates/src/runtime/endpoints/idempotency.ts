import { createHash, createHmac } from 'node:crypto';
import type { Caller } from '../authentication/caller.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Database } from '../storage/database.ts';
import { tryLock } from '../storage/try-lock.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../storage/idempotency-records.ts';
import type { Idempotency, Repetition } from './repetition.ts';
import type { ResourceContent } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';
import type { Answer, Operation, RequestContext } from './route.ts';

/** How long a repetition is recognized: long enough for every retry of a client that was cut off over night. */
const lifetime = 24 * 60 * 60 * 1000;
/** How often expired records are looked for, in milliseconds. */
const purgeInterval = 60_000;

export interface IdempotencyOptions {
  /**
   * Whatever decides what exists for a caller and what it sees: what it was answered while that was something else is no
   * answer to it now. Absent: all see the same.
   */
  readonly deciding?: (caller: Caller) => readonly unknown[];
  /** What has to be the same in a repetition; absent: all of the request as it was sent. */
  readonly content?: RequestContent;
}

/** @param parse the body as the newest version has it; it throws what is wrong with the body */
export type RequestContent = (
  context: RequestContext,
  body: Buffer,
  parse: () => unknown,
) => readonly (string | Buffer)[];

/**
 * Answers are kept in the transaction of what they tell about, so that either both are there or neither. Only
 * successes are kept: a request that failed changed nothing and can be tried again.
 *
 * @param secret the key of the fingerprints: without it they do not reveal the requests
 */
export function createIdempotency<Tables>(
  database: Database<Tables>,
  records: IdempotencyRecords,
  secret: Buffer,
  { deciding, content = asSent }: IdempotencyOptions = {},
): Idempotency {
  const inFlight = new Set<string>();
  let purgedAt = 0;

  async function purge(now: Date): Promise<void> {
    if (now.getTime() - purgedAt < purgeInterval) return;
    purgedAt = now.getTime();
    await records.purge(now);
  }

  return {
    async recognize(operation, context, body, parse) {
      const key = keyOf(operation, context);
      if (key === undefined) return undefined;
      const { now, caller, parameters } = context;
      // Whichever version asks for it, it is the newest one that does it.
      const done: Pick<Operation, 'id' | 'resource'> = operation.older?.newest ?? operation;
      const { resource } = done;
      const id = idOf([
        caller.id,
        done.id,
        Object.values(parameters),
        key,
        ...(deciding?.(caller) ?? []),
      ]);
      const fingerprint = createHmac('sha256', secret);
      for (const part of content(context, body, parse)) fingerprint.update(part);
      const digest = fingerprint.digest('base64url');
      if (inFlight.has(id)) throw inProgress();

      const found = await records.find(database.reader, id, now);
      if (found !== undefined) return { ...nothing, known: answerOf(found, digest, resource) };
      // Another request may have got here while this one waited.
      if (inFlight.has(id)) throw inProgress();
      inFlight.add(id);
      return {
        async begin(transaction) {
          if (!(await tryLock(database, transaction, id))) throw inProgress();
          const known = await records.find(transaction, id, now);
          return known === undefined ? undefined : answerOf(known, digest, resource);
        },
        async keep(transaction, answer) {
          const record = { fingerprint: digest, answer: JSON.stringify(keepable(answer)) };
          await records.keep(transaction, id, record, new Date(now.getTime() + lifetime));
        },
        end() {
          inFlight.delete(id);
          purge(now).catch((error: unknown) => {
            context.log.warn({ err: error }, 'expired idempotency records were not removed');
          });
        },
      };
    },
  };
}

const nothing: Omit<Repetition, 'known'> = {
  begin: async () => undefined,
  keep: async () => undefined,
  end: () => undefined,
};

/** A String of structured fields (RFC 9651, section 3.3.3); a bare one is taken too, since many clients send it. */
function keyOf({ idempotencyKey }: Operation, { headers }: RequestContext): string | undefined {
  const header = headers['idempotency-key'];
  if (idempotencyKey === undefined) return undefined;
  if (header === undefined) {
    if (idempotencyKey === 'optional') return undefined;
    throw new Problem(builtIn.idempotencyKeyInvalid, {
      detail: ({ details }) => details.idempotencyKeyMissing,
    });
  }
  const text = [header].flat().join(', ').trim();
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? (/^[\w.:~+/=-]+$/.test(text) ? text : '');
  if (key.length >= 1 && key.length <= 255) return key;
  throw new Problem(builtIn.idempotencyKeyInvalid, {
    detail: ({ details }) => details.idempotencyKeyForm,
  });
}

/** Of what makes a request the repetition of another one: the same key of somebody else is another key. */
function idOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A request as its client sent it: the body, and what besides it makes it the same request. */
export function asSent(
  { search, headers }: RequestContext,
  body: Buffer,
): readonly (string | Buffer)[] {
  const { 'content-type': type = '', 'if-match': match = '', 'if-none-match': none = '' } = headers;
  return [`${JSON.stringify([search, type, match, none])}\n`, body];
}

/** An answer without what every replica knows of the resource anyway. */
interface KeptAnswer {
  readonly status: number;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly revision?: number;
  readonly body?: unknown;
  readonly content?: KeptContent;
}

interface KeptContent extends Omit<ResourceContent, 'description' | 'customOperations'> {
  /** The name that stored answers have for it. */
  readonly acts?: readonly string[];
}

function keepable({ status, location, headers, revision, body, content }: Answer): KeptAnswer {
  return {
    status,
    ...(location === undefined ? {} : { location }),
    ...(headers === undefined ? {} : { headers }),
    ...(revision === undefined ? {} : { revision }),
    ...(body === undefined ? {} : { body }),
    ...(content?.kind === 'resource' ? { content: keepableContent(content) } : {}),
  };
}

function keepableContent(content: ResourceContent): KeptContent {
  const { description: _, customOperations, ...kept } = content;
  return customOperations === undefined ? kept : { ...kept, acts: customOperations() };
}

function contentOf(
  { acts, ...kept }: KeptContent,
  description: ResourceDescription,
): ResourceContent {
  const content = { ...kept, description };
  return acts === undefined ? content : { ...content, customOperations: () => acts };
}

function answerOf(
  record: IdempotencyRecord,
  fingerprint: string,
  description: ResourceDescription | undefined,
): Answer {
  if (record.fingerprint !== fingerprint) {
    throw new Problem(builtIn.idempotencyKeyReused, {
      detail: ({ details }) => details.idempotencyKeyReused,
    });
  }
  const { content, headers, ...rest } = JSON.parse(record.answer) as KeptAnswer;
  return {
    ...rest,
    ...(content === undefined || description === undefined
      ? {}
      : { content: contentOf(content, description) }),
    headers: { ...headers, 'idempotency-replayed': 'true' },
  };
}

function inProgress(): Problem {
  return new Problem(builtIn.idempotencyKeyInFlight, {
    detail: ({ details }) => details.idempotencyKeyInFlight,
    headers: { 'retry-after': '1' },
  });
}
