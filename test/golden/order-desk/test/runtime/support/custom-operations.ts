import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { samples } from '../../contract.ts';
import { holding, leaving, offering, type ConformingService } from './conformance.ts';
import type { TestAnswer } from './client.ts';
import { isRemote } from './target.ts';
import type { CustomOperationSample, FailingSample, Json, ResourceSample } from './sample.ts';

/** A transition or an action of one kind of resource. */
export interface CustomOperationCase {
  readonly sample: ResourceSample;
  readonly customOperation: CustomOperationSample;
}

/** Those of which so many resources can be where it is possible at once. */
export function gathering<Each extends CustomOperationCase>(
  list: readonly Each[],
  count: number,
): readonly Each[] {
  const isWide = ({ sample, customOperation }: Each) =>
    holding([sample], count).length > 0 &&
    Object.keys(defaultsOf(sample, customOperation)).length === 0 &&
    Object.values(customOperation.distinct).every(({ length }) => length >= count);
  const reason = `it takes ${String(count)} at once, and unique members do not leave room for them`;
  return leaving(list.filter(isWide), reason);
}

/**
 * Whether tests can bring a resource where this can be done. They cannot if an input or a condition needs others of its kind, or of a
 * kind that it lives in, and there is no room for so many.
 */
export function isPossible(
  sample: ResourceSample,
  customOperation: CustomOperationSample,
  within = sample,
): boolean {
  const { idParameter, parent, room } = within;
  const isReferred = customOperation.referred.includes(idParameter);
  const isNeeded = customOperation.referring.some((name) => livesIn(sample.targets[name], within));
  const needed = 1 + Number(isReferred) + Number(isNeeded);
  if (!customOperation.isReachable || (room !== 'unlimited' && room < needed)) return false;
  return parent === undefined || isPossible(sample, customOperation, parent);
}

/** Whether something of a kind is a resource, or lives in one. */
function livesIn(kind: string | undefined, sample: ResourceSample): boolean {
  let found = samples.find(({ idParameter }) => idParameter === kind);
  while (found !== undefined && found !== sample) found = found.parent;
  return found !== undefined;
}

/** All that clients can ask for and bring about, of resources that can be made and read. */
export const customOperationCases: readonly CustomOperationCase[] = offering('read').flatMap(
  (sample) =>
    (sample.customOperations ?? [])
      // At another address nothing can be made of a known identifier.
      .filter(
        (customOperation) =>
          isPossible(sample, customOperation) &&
          (customOperation.referred.length === 0 || !isRemote()),
      )
      .map((customOperation) => ({ sample, customOperation })),
);

/** Those that lead to another state, and cannot be repeated there. */
export const leading = customOperationCases.filter(
  ({ customOperation: { from, to } }) => to !== undefined && from?.includes(to) === false,
);

/** Of what inputs refer to, which is made before they are sent. */
const referredId = '01890000-0000-7000-8000-0000000000aa';

export interface Brought {
  /** Address of the resource. */
  readonly path: string;
  /** Address of what can be done with it. */
  readonly target: string;
  /** The resource before it is done, as JSON shows it. */
  readonly body: Json;
  readonly etag: string;
}

/** Makes a resource and brings it into a state in which something can be done with it. */
export async function bring(
  service: ConformingService,
  { sample, customOperation }: CustomOperationCase,
): Promise<Brought> {
  const path = await arrived(service, { sample, customOperation });
  const { status, body, headers, text } = await service.request('GET', path);
  assert.equal(status, 200, text);
  return { path, target: `${path}/${customOperation.name}`, body, etag: headers.get('etag') ?? '' };
}

/**
 * The same for a resource that needs no read permission.
 *
 * @param change a member with another value than the conditions ask for, or without one
 * @returns its address
 */
export async function arrived(
  { make, request }: ConformingService,
  { sample, customOperation }: CustomOperationCase,
  change?: FailingSample,
): Promise<string> {
  const collection = await make.collection(sample);
  const taken = defaultsOf(sample, customOperation);
  if (Object.keys(taken).length > 0) await make.clear(sample, taken);
  // These may be of its own kind, or live in such a one: they take their unique values first.
  const references: Record<string, string> = {};
  for (const name of customOperation.referring) {
    const target = samples.find(({ idParameter }) => idParameter === sample.targets[name]);
    assert.ok(target !== undefined, name);
    // Another one would take the place of the only one, which this may live in.
    references[name] =
      target.room === 1 ? await make.target(target) : (await make.insert(target)).id;
  }
  const members: Record<string, unknown> = {
    ...(await fitting(make, sample, customOperation, Object.values(references))),
    ...customOperation.meeting,
  };
  for (const name of customOperation.absent) delete members[name];
  Object.assign(members, references);
  await makeReferred({ make }, customOperation);
  if (change?.value !== undefined) members[change.member] = change.value;
  else if (change !== undefined) delete members[change.member];
  const { id } = await make.insert(sample, collection, members);
  const path = `${collection}/${id}`;
  for (const { name, input } of customOperation.way) {
    const { status, text } = await request('POST', `${path}/${name}`, { body: input });
    assert.equal(status, 200, `${name} on the way to ${customOperation.name}: ${text}`);
  }
  return path;
}

/** Unique members that get a value without a request that sends one, at once or later. */
function defaultsOf(
  { customOperations = [], jobs = [], uniqueKeys }: ResourceSample,
  customOperation: CustomOperationSample,
): Json {
  const names = new Set([...customOperation.way.map(({ name }) => name), customOperation.name]);
  const performed = [...customOperations, ...jobs].filter(({ name }) => names.has(name));
  const values = performed.flatMap(({ defaults }) => Object.entries(defaults));
  return Object.fromEntries(values.filter(([name]) => uniqueKeys.flat().includes(name)));
}

/** How many values of a unique member tests chose by themselves, by the factory that makes the resources. */
const chosen = new WeakMap<ConformingService['make'], number>();

/** A valid body whose unique values meet the conditions. */
async function fitting(
  make: ConformingService['make'],
  sample: ResourceSample,
  { distinct }: CustomOperationSample,
  beside: readonly string[],
): Promise<Json> {
  const conditions = Object.entries(distinct);
  const unmet = (body: Json) => conditions.filter(([name, values]) => !isAmong(values, body[name]));
  const most = Math.max(0, ...Object.values(sample.unique).map(({ length }) => length));
  // All have a value, also where a body goes without one once they are used up. Such a body is not made first: it would count
  // as well, and half of the values would never be drawn.
  const isFull = conditions.length > 0 || beside.length > 0;
  let body = isFull ? await make.full(sample, beside) : await make.body(sample);
  for (let drawn = 0; drawn < most && unmet(body).length > 0; drawn += 1)
    body = await make.full(sample, beside);
  // No body may meet all conditions at once: then values are chosen, which no other body has where there are such.
  const position = chosen.get(make) ?? 0;
  chosen.set(make, position + 1);
  const others = unmet(body).map(([name, values]) => {
    const free = values.filter((value) => !isAmong(sample.unique[name] ?? [], value));
    const possible = free.length === 0 ? values : free;
    return [name, possible[position % possible.length]] as const;
  });
  const whole = { ...body, ...Object.fromEntries(others) };
  if (others.length > 0) await make.clear(sample, whole);
  return whole;
}

function isAmong(values: readonly unknown[], value: unknown): boolean {
  return values.some((each) => isDeepStrictEqual(each, value));
}

/** Brings one resource after another there. */
export async function* ready(
  service: ConformingService,
  list: readonly CustomOperationCase[],
): AsyncGenerator<CustomOperationCase & Brought> {
  for (const each of list) yield { ...each, ...(await bring(service, each)) };
}

/** Makes what the input refers to, unless it is there. */
export async function makeReferred(
  { make }: Pick<ConformingService, 'make'>,
  { referred }: CustomOperationSample,
): Promise<void> {
  for (const parameter of referred) {
    const target = samples.find(({ idParameter }) => idParameter === parameter);
    assert.ok(target !== undefined, parameter);
    await make.known(target, referredId);
  }
}

/** Does it. */
export function perform(
  { request }: Pick<ConformingService, 'request'>,
  { target, customOperation }: CustomOperationCase & Brought,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  return request('POST', target, { body: customOperation.input, headers });
}

export function stateOf({ machine }: ResourceSample, body: Json): unknown {
  return machine === undefined ? undefined : body[machine.field];
}
