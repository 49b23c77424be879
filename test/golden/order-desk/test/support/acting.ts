import assert from 'node:assert/strict';
import { offering, type ConformingService } from './conformance.ts';
import type { TestAnswer } from './client.ts';
import type { ActSample, Json, ResourceSample } from './sample.ts';

/** A transition or an action of one kind of resource. */
export interface Acting {
  readonly sample: ResourceSample;
  readonly act: ActSample;
}

/** All that clients can ask for, of resources that can be made and read. */
export const acting: readonly Acting[] = offering('read').flatMap((sample) =>
  (sample.acts ?? [])
    .filter(({ isReachable }) => isReachable || sample.machine === undefined)
    .map((act) => ({ sample, act })),
);

/** Those that lead to another state, and cannot be repeated there. */
export const leading = acting.filter(
  ({ act: { from, to } }) => to !== undefined && from?.includes(to) === false,
);

export interface Brought {
  /** Address of the resource. */
  readonly path: string;
  /** Address of what can be done with it. */
  readonly target: string;
  /** The resource before it is done, as JSON shows it. */
  readonly body: Json;
  readonly etag: string;
}

/**
 * Makes a resource and brings it into a state in which something can be done with it.
 *
 * @returns undefined where a condition on the way is about what no client can set
 */
export async function bring(
  service: ConformingService,
  { sample, act }: Acting,
): Promise<Brought | undefined> {
  const { make, request } = service;
  const collection = await make.collection(sample);
  const { id } = await make.insert(sample, collection, {
    ...(await make.body(sample)),
    ...act.meeting,
  });
  const path = `${collection}/${id}`;
  for (const name of act.way) {
    const step = sample.acts?.find((each) => each.name === name);
    assert.ok(step !== undefined, name);
    const { status, body, text } = await request('POST', `${path}/${name}`, { body: step.input });
    if (body['code'] === 'guard-not-met') return undefined;
    assert.equal(status, 200, text);
  }
  const { body, headers } = await request('GET', path);
  return { path, target: `${path}/${act.name}`, body, etag: headers.get('etag') ?? '' };
}

/** Brings one resource after another there, for as many as can be brought. */
export async function* ready(
  service: ConformingService,
  list: readonly Acting[],
): AsyncGenerator<Acting & Brought> {
  for (const each of list) {
    const brought = await bring(service, each);
    if (brought !== undefined) yield { ...each, ...brought };
  }
}

/** Sends the request, and skips what a condition about something that no client can set refuses. */
export async function perform(
  { request }: Pick<ConformingService, 'request'>,
  { target, act }: Acting & Brought,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestAnswer | undefined> {
  const answer = await request('POST', target, { body: act.input, headers });
  return answer.body['code'] === 'guard-not-met' ? undefined : answer;
}

export function stateOf({ machine }: ResourceSample, body: Json): unknown {
  return machine === undefined ? undefined : body[machine.field];
}
